// Decisions on their way. One at a time and in order; what is not acknowledged
// stays in sessionStorage (ids and effects, never text) and is sent again: the
// server takes an id once, however often it comes.
import { ask, Refusal, t } from "./ui.js";

const longestWait = 10_000;

export class Queue {
  /**
   * @param {string} name where in sessionStorage
   * @param {(item: object, answer: object) => void} taken
   * @param {(item: object, refusal: Refusal) => void} refused
   * @param {(state: string, waiting: number) => void} show
   * @param {string} what of the API takes them
   */
  constructor(name, taken, refused, show, what = "decide") {
    Object.assign(this, { name, taken, refused, show, what, busy: false, wait: 0, timer: 0, sent: 0 });
    this.items = JSON.parse(sessionStorage.getItem(name) || "[]");
    addEventListener("online", () => this.now());
    addEventListener("beforeunload", (event) => this.items.length && event.preventDefault());
    this.tell(this.items.length ? "saving" : "saved");
    this.run();
  }

  /** @param {object} item a decision */
  add(item) {
    this.items.push(item);
    this.sent++;
    this.keep();
    this.tell(this.wait ? "offline" : "saving");
    this.run();
  }

  keep() {
    sessionStorage.setItem(this.name, JSON.stringify(this.items));
  }

  tell(state) {
    this.state = state;
    this.show(state, this.items.length);
  }

  /** Tries at once, when it was waiting to try again. */
  now() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.run();
  }

  /** My own decision moved a group's version on: those after it were taken on that. */
  moved(group, version) {
    for (const item of this.items) if (item.group === group && item.expect >= 0) item.expect = version;
  }

  async run() {
    if (this.busy || this.timer || !this.items.length) return;
    this.busy = true;
    const item = this.items[0];
    try {
      const answer = await ask(this.what, item, { signal: AbortSignal.timeout(20_000) });
      this.items.shift();
      this.wait = 0;
      if (item.group) this.moved(item.group, answer.version);
      this.keep();
      this.tell(this.items.length ? "saving" : "saved");
      this.taken(item, answer);
    } catch (error) {
      this.missed(item, error);
    }
    this.busy = false;
    if (!this.timer) this.run();
  }

  missed(item, error) {
    const final = error instanceof Refusal && error.status < 500 && error.status !== 401 && error.status !== 429;
    if (final) {
      this.items.shift();
      this.keep();
      this.tell(error.status === 409 ? "conflict" : this.items.length ? "saving" : "saved");
      this.refused(item, error);
      return;
    }
    this.wait = Math.min(longestWait, this.wait ? this.wait * 2 : 500);
    this.tell(error instanceof Refusal && error.status === 401 ? "signed-out" : "offline");
    this.timer = setTimeout(() => this.now(), this.wait);
  }
}

const words = { saved: "js.saved", saving: "js.saving", offline: "js.offline", "signed-out": "js.signedout", conflict: "js.conflict" };

/** Shows the state in the top bar, by word and sign. */
export function showState(state, waiting) {
  const node = document.getElementById("state");
  node.dataset.state = state;
  if (state === "signed-out") {
    const link = document.createElement("a");
    link.href = "/sign-in";
    link.target = "_blank";
    link.textContent = t(words[state], waiting);
    node.replaceChildren(link);
    return;
  }
  node.textContent = t(words[state], waiting);
}
