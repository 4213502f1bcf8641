// The cursor on a word, wherever messages are seen: click or arrow keys choose it, M
// and K decide about this place, Shift+M and Shift+K about all of them. What a word is
// the server says; nothing here counts in UTF-16.
import { $, ask, boot, el, fill, raw, say, t, uuid } from "./ui.js";

const list = (texts) => el("ul", { class: "lines" }, ...texts);
const line = (l) => el("li", {}, el("span", raw("text"), l.before, el("mark", {}, el("bdi", { text: l.hit })), l.after));

/** The units of a message: tokens, or what is marked as one. */
function unitsOf(m) {
  const out = [];
  for (let i = 0; 2 * i < m.at.length; i++) {
    const [start, end, gap, text] = [m.at[2 * i], m.at[2 * i + 1], m.pieces[2 * i], m.pieces[2 * i + 1]];
    const mark = m.marks.find((x) => x.start <= start && end <= x.end);
    const last = out.at(-1);
    if (mark && last?.mark === mark) Object.assign(last, { end, text: last.text + gap + text });
    else out.push({ start: mark ? mark.start : start, end, gap, text, mark, still: !/[\p{L}\p{N}]/u.test(text) });
  }
  return out;
}

export class Cursor {
  /**
   * @param {HTMLElement} root holds the messages
   * @param {{released?: boolean, screen?: string, changed?: (what: object) => void, tell: (text: string) => void}} options
   *   released shows what stands in place of what is hidden
   */
  constructor(root, options) {
    Object.assign(this, { root, messages: [], at: 0, unit: 0, run: 1, done: [], ...options });
    this.screenName = options.screen ?? "mark";
  }

  /** Shows messages, the cursor on the place asked for, else on the first one's first word. */
  show(messages, place = null, focus = true) {
    this.messages = messages.map((m) => ({ ...m, units: unitsOf(m) }));
    this.at = Math.max(0, this.messages.findIndex((m) => (place ? m.message === place.message : m.here)));
    const units = this.messages[this.at]?.units ?? [];
    const at = place?.start ?? this.messages[this.at]?.hit?.[0] ?? -1;
    this.unit = units.findIndex((u) => u.start <= at && at < u.end);
    if (this.unit < 0) this.unit = Math.max(0, units.findIndex((u) => !u.still));
    this.run = 1;
    this.paint(focus);
  }

  paint(focus) {
    fill(this.root, ...this.messages.map((m, i) => this.line(m, i)));
    this.mark(focus);
  }

  line(m, i) {
    const text = el("p", { ...raw("text words", m.dir), role: "group", "aria-label": t("js.message", m.message) });
    m.units.forEach((u, j) => {
      if (u.gap) text.append(u.gap);
      text.append(this.word(u, i, j));
    });
    text.append(m.pieces.at(-1));
    return el("div", { class: "said-line", "data-here": m.here || this.messages.length === 1, "data-message": m.message }, text);
  }

  word(u, i, j) {
    const hidden = u.mark && u.mark.effect !== "keep";
    const now = !u.mark ? "" : u.mark.effect || "open";
    return el("button", {
      type: "button", class: "word token", tabindex: "-1", "data-now": now, "data-at": `${i}.${j}`,
      "aria-description": u.mark ? (now === "keep" ? t("js.left") : t("js.hidden")) : false,
      click: () => ((this.run = 1), this.go(i, j)),
    }, el("bdi", { text: hidden && this.released ? u.mark.stands : u.text }));
  }

  /** Puts the cursor somewhere. */
  go(i, j, focus = true) {
    this.at = Math.min(Math.max(i, 0), this.messages.length - 1);
    const units = this.messages[this.at]?.units ?? [];
    this.unit = Math.min(Math.max(j, 0), units.length - 1);
    this.mark(focus);
  }

  mark(focus) {
    for (const node of this.root.querySelectorAll(".word")) {
      const [i, j] = node.dataset.at.split(".").map(Number);
      const on = i === this.at && j >= this.unit && j < this.unit + this.run;
      const here = i === this.at && j === this.unit;
      node.toggleAttribute("data-here", on);
      node.tabIndex = here ? 0 : -1;
      if (here && focus) node.focus();
    }
  }

  /** The next unit that is a word, from j on. */
  step(by) {
    const units = this.messages[this.at]?.units ?? [];
    let j = this.unit + by;
    while (units[j]?.still) j += by;
    this.run = 1;
    if (units[j]) this.go(this.at, j);
    else if (this.messages[this.at + by]) this.line0(this.at + by, by);
  }

  line0(i, by) {
    const units = this.messages[i].units;
    const j = by > 0 ? units.findIndex((u) => !u.still) : units.findLastIndex((u) => !u.still);
    this.go(i, Math.max(0, j));
  }

  /** The place under the cursor: message and bytes. */
  place() {
    const m = this.messages[this.at];
    const units = m?.units.slice(this.unit, this.unit + this.run) ?? [];
    if (!units.length) return null;
    const text = units.map((u, i) => (i ? u.gap : "") + u.text).join("");
    return { message: m.message, start: units[0].start, end: units.at(-1).end, text, mark: units.length === 1 ? units[0].mark : null };
  }

  extend(by) {
    const left = (this.messages[this.at]?.units.length ?? 0) - this.unit;
    this.run = Math.min(Math.max(this.run + by, 1), left);
    this.mark(true);
  }

  /** What of the screen "mark" is done here; false where it is not for the cursor. */
  act(action) {
    switch (action) {
      case "left": case "right": {
        const rtl = this.messages[this.at]?.dir === "rtl";
        this.step((action === "right") === rtl ? -1 : 1);
        return true;
      }
      case "down": case "up": {
        const i = this.at + (action === "down" ? 1 : -1);
        this.run = 1;
        if (this.messages[i]) this.line0(i, 1);
        return true;
      }
      case "extend": this.extend(1); return true;
      case "shrink": this.extend(-1); return true;
      case "mask": this.once("mask"); return true;
      case "keep": this.once("keep"); return true;
      case "always": this.everywhere("mask"); return true;
      case "never": this.everywhere("keep"); return true;
      case "undo": this.undo(); return true;
    }
    return false;
  }

  ask(place, scope, effect) {
    return {
      id: uuid(), expect: -1, group: 0, scope, effect, label: "", message: place.message, start: place.start, end: place.end,
      screen: this.screenName, keys: 1,
    };
  }

  /** Decides about the place under the cursor. */
  async once(effect) {
    const place = this.place();
    if (!place || !boot.screen.may) return;
    await this.send(this.ask(place, "occurrence", effect), place);
  }

  /** Shows what a decision about the word everywhere changes, and takes it if that is wanted. */
  async everywhere(effect, place = this.place()) {
    if (!place || !boot.screen.may) return;
    const item = this.ask(place, "word", effect);
    try {
      const look = await ask("look", item);
      if (await confirmed(place.text, effect, look)) await this.send(item, place);
      else this.mark(true);
    } catch (error) {
      this.tell(error.message);
      this.mark(true);
    }
  }

  async send(item, place) {
    try {
      const answer = await ask("decide", item);
      this.done.push(item);
      const said = answer.affected ? t(item.effect === "mask" ? "js.masked" : "js.kept", answer.affected) : t("js.nothing");
      this.tell("");
      say(said);
      await this.again(place);
      this.changed?.({ item, place, affected: answer.affected, said });
    } catch (error) {
      this.tell(error.message);
      this.mark(true);
    }
  }

  /** Takes the newest decision of this page back. */
  async undo() {
    const item = this.done.pop();
    if (!item) return this.tell(t("js.noundo"));
    try {
      const answer = await ask("decide", { id: uuid(), expect: -1, scope: "undo", effect: "", of: item.id, screen: this.screenName });
      const said = t("js.undone", answer.affected);
      this.tell("");
      say(said);
      const place = { message: item.message, start: item.start };
      await this.again(place);
      this.changed?.({ undone: item, place, affected: answer.affected, said });
    } catch (error) {
      this.done.push(item);
      this.tell(error.message);
    }
  }

  /** Reads what is shown anew, the cursor where it was. */
  async again(place) {
    const fresh = await Promise.all(this.messages.map(async (m) => {
      const got = await ask("message", { message: m.message, alone: true });
      return { ...got.messages[0], here: m.here, hit: m.hit };
    }));
    this.show(fresh, place);
  }
}

/** The preview of a decision about a word everywhere. Resolves to whether it is wanted. */
function confirmed(word, effect, look) {
  const dialog = $("everywhere");
  const masks = effect === "mask";
  $("everywhere-title").replaceChildren(t(masks ? "js.mask.all" : "js.keep.all"), " ", el("bdi", { ...raw(), text: word }), " ?");
  const kept = look.kept.map((k) => t("js.decided.by", k.n, k.by));
  if (look.mine) kept.push(t("js.decided.me", look.mine));
  fill($("everywhere-count"), [t(masks ? "js.will.mask" : "js.will.keep", look.changes), ...kept].join(" "));
  fill($("everywhere-places"), list(look.places.map(line)), look.changes > look.places.length ? el("p", { class: "facts", text: t("js.more", look.changes - look.places.length) }) : null);
  $("everywhere-second").hidden = !look.second || Boolean(look.refused);
  $("everywhere-refused").hidden = !look.refused;
  $("everywhere-refused").textContent = look.refused;
  const yes = $("everywhere-yes");
  yes.disabled = Boolean(look.refused);
  return new Promise((resolve) => {
    const end = (wanted) => (dialog.close(), resolve(wanted));
    dialog.querySelector("form").onsubmit = (event) => (event.preventDefault(), end(!yes.disabled));
    dialog.oncancel = (event) => (event.preventDefault(), end(false));
    $("everywhere-no").onclick = () => end(false);
    dialog.showModal();
    (yes.disabled ? $("everywhere-no") : yes).focus();
  });
}

/** Words like one that was masked, each to be masked everywhere too. */
export async function likeIt(node, cursor, place) {
  const got = await ask("alike", { message: place.message, start: place.start, end: place.end });
  if (!got.alike.length) return fill(node, el("p", { class: "facts", text: t("js.alike.none") }));
  fill(node, el("h2", { text: t("js.alike") }), el("ul", { class: "lines alike" }, ...got.alike.map((a) => {
    const entry = el("li", {},
      el("span", raw("text"), a.before, el("mark", {}, el("bdi", { text: a.hit })), a.after),
      el("span", { class: "facts", text: ` ${t("js.how." + a.how)}, ${t("js.times", a.places)}` }),
      boot.screen.may ? el("button", {
        type: "button", class: "small", click: async () => {
          await cursor.everywhere("mask", { message: a.message, start: a.start, end: a.end, text: a.hit });
          if (cursor.done.at(-1)?.message === a.message && cursor.done.at(-1)?.start === a.start) entry.remove();
        },
      }, t("js.mask.everywhere")) : null);
    return entry;
  })));
}
