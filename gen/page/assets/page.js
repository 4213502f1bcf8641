// The page without a server. Parts come as scripts, the program runs in a worker, and
// the policy of content lets neither of them reach a network.
(() => {
  const $ = (id) => document.getElementById(id);
  const languages = { fr: "Français", en: "English", de: "Deutsch", es: "Español", it: "Italiano", sv: "Svenska" };
  const most = 64 << 20;
  const trusted = globalThis.trustedTypes?.createPolicy("bauta", { createScriptURL: (url) => url }) ?? { createScriptURL: (url) => url };

  // What the page says.
  const wish = navigator.languages.map((l) => l.slice(0, 2)).find((l) => languages[l]) ?? "fr";
  let says = wish;
  const t = (key, ...args) => {
    let i = 0, last = args.find((a) => typeof a === "number") ?? 0;
    return (bautaPhrases[says][key] ?? key).replace(/%[sd]|\{([^{}|]*)\|([^{}|]*)\}/g, (blank, one, many) => {
      if (blank[0] === "{") return last === 1 || (last === 0 && says === "fr") ? one : many;
      const arg = args[i++];
      if (typeof arg !== "number") return String(arg ?? "");
      last = arg;
      return arg.toLocaleString(says);
    });
  };
  const state = { key: "page.loading", args: [], kind: "saving" };
  const tell = (kind, key, ...args) => {
    Object.assign(state, { kind, key, args });
    $("state").dataset.state = kind;
    $("state").textContent = t(key, ...args);
  };
  // What went wrong, in the language of the page: the program says it in English, parts of
  // which are keys; where a file is wrong it says the line first.
  let fault = "";
  const wrong = (why) => {
    fault = why;
    $("wrong").hidden = !why;
    if (!why) return;
    const own = file && why.indexOf(file.name + ":") >= 0 ? why.slice(why.indexOf(file.name + ":") + file.name.length) : why;
    const line = own.match(/^:(\d+): /)?.[1];
    const parts = Object.keys(bautaPhrases[says]).filter((key) => key.startsWith("said."))
      .flatMap((key) => key.slice(5).split("|").map((part) => ({ key, part })));
    const best = parts.filter((p) => own.includes(p.part)).sort((a, b) => b.part.length - a.part.length)[0];
    const said = t(bautaPhrases[says][why] ? why : best?.key ?? "page.wrong");
    $("wrong").textContent = line ? t("page.line", Number(line), said) : said;
    $("wrong").scrollIntoView({ block: "nearest" });
  };
  const speak = () => {
    document.documentElement.lang = says;
    for (const node of document.querySelectorAll("[data-say]")) node.textContent = t(node.dataset.say);
    for (const option of $("lang").options) option.textContent = languages[option.value] ?? t("page.told");
    $("list").setAttribute("aria-label", t("page.messages"));
    tell(state.kind, state.key, ...state.args);
    list.tell();
    wrong(fault);
    if (planned) bautaPlan(planned, t, says);
    bautaAbout(about, t, treat);
    leave(left);
  };
  // What was not read of what was given.
  let left = [];
  const leave = (names) => {
    left = names;
    $("left").hidden = !names.length;
    $("left").textContent = names.length ? t("page.left", names.join(", ")) : "";
  };

  // Parts.
  const parts = new Map();
  const waiting = new Map();
  const missing = "part of the page is missing";
  const decoded = (base64) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  };
  globalThis.bautaPart = (name, base64) => waiting.get(name)(decoded(base64));
  const fetched = (name) => new Promise((done, fail) => {
    waiting.set(name, done);
    const script = document.createElement("script");
    script.onerror = () => fail(new Error(missing));
    script.src = trusted.createScriptURL(name + ".js");
    document.head.append(script);
    script.onload = () => script.remove();
  });
  const unpacked = (data) => {
    const gzip = new DecompressionStream("gzip");
    const into = gzip.writable.getWriter();
    for (const step of [into.write(data), into.close()]) step.catch(() => {}); // the answer fails, too
    return new Response(gzip.readable).arrayBuffer();
  };
  const load = (name) => {
    if (!parts.has(name)) {
      parts.set(name, fetched(name).then(unpacked).catch(() => {
        parts.delete(name);
        throw new Error(missing); // or damaged
      }));
    }
    return parts.get(name);
  };
  // What opening asks for, in this order, by policy and language: fetched while the program starts.
  const asked = JSON.parse($("work").dataset.asked);
  const ahead = () => {
    for (const name of asked[$("policy").value]?.[$("lang").value] ?? []) {
      if (!handed.has(name)) load(name).catch(() => {});
    }
  };

  // The worker. It may die: of a panic, for want of memory, ended by the browser. It says so
  // where it can, and holds a lock that is free in every case once it is no more. Where it is
  // silent for long, starting again is offered.
  const calls = new Map();
  const silent = 30_000;
  let worker = null, dead = false, fresh = true, opened = null, next = 0, watch = 0;
  let handed = new Set(); // parts that the worker has
  const sign = () => {
    clearTimeout(watch);
    if (fault === "page.silent") {
      wrong("");
      $("again").hidden = true;
    }
    if (calls.size) {
      watch = setTimeout(() => {
        wrong("page.silent");
        $("again").hidden = false;
      }, silent);
    }
  };
  const call = (name, args, { rows = null, pace = null, move = [] } = {}) => new Promise((done, fail) => {
    if (!worker) return fail(new Error("page.stopped"));
    calls.set(++next, { done, fail, rows, pace });
    worker.postMessage({ id: next, name, args }, move);
    sign();
  });
  const hear = ({ data }) => {
    const c = calls.get(data.id);
    if (c && !data.rows && !data.pace) calls.delete(data.id);
    sign();
    if (!c) return;
    if (data.pace) c.pace?.(...data.pace);
    else if (data.rows) c.rows?.(data.rows);
    else if (data.failed !== undefined) c.fail(new Error(data.failed));
    else c.done(data.done);
  };
  /** Ends a worker: what it was asked for fails, and nothing of it can be saved. */
  const end = (which) => {
    if (!which || which !== worker) return;
    worker.terminate();
    worker = null;
    dead = true;
    const open = [...calls.values()];
    calls.clear();
    sign();
    for (const c of open) c.fail(new Error("page.stopped"));
    stopped();
  };
  /** Fetches a part of the models for a worker that reads something of it. */
  const hand = async (which, name) => {
    if (calls.size) tell("saving", "page.loading");
    const bytes = await load(name).catch(() => null);
    parts.delete(name);
    if (which !== worker) return;
    sign();
    if (!bytes) return which.postMessage({ part: name });
    handed.add(name);
    which.postMessage({ part: name, bytes }, [bytes]);
  };
  const start = async () => {
    const [script, core] = await Promise.all([fetched("worker"), load("core")]);
    const mine = new Worker(trusted.createScriptURL(URL.createObjectURL(new Blob([script], { type: "text/javascript" }))));
    const lock = "bauta-" + crypto.getRandomValues(new Uint32Array(4)).join("-");
    const over = () => end(mine);
    mine.onerror = mine.onmessageerror = over;
    mine.onmessage = (event) => {
      if (event.data.over) over();
      else if (event.data.want) hand(mine, event.data.want);
      else if (event.data.holds) navigator.locks.request(lock, over);
      else hear(event);
    };
    mine.postMessage({ name: "start", args: [core, lock] }, [core]);
    parts.delete("core");
    worker = mine;
    handed = new Set();
    ahead();
    dead = false;
    fresh = true;
    opened = null;
  };
  /** Opens what is chosen. */
  const open = async () => {
    const lang = $("lang").value;
    const policy = $("policy").value;
    if (opened?.lang !== lang || opened?.policy !== policy) {
      ahead();
      await call("open", [policy, lang]);
    }
    opened = { lang, policy };
    if (fresh && (kept.rules.length || kept.also)) await call("restore", [JSON.stringify(kept)]);
    fresh = false;
  };
  // What was decided, for the worker behind one that died; the first so many are as they were.
  const kept = { file: "", rules: [] };
  const keepFrom = async (from) => {
    const now = JSON.parse(await call("kept", [from]));
    kept.file = now.file;
    kept.also = now.also;
    kept.rules.length = from;
    kept.rules.push(...now.rules);
  };

  // One thing after the other.
  let turn = Promise.resolve();
  const failed = (why) => {
    tell("conflict", "page.failed");
    wrong(why);
    $("again").hidden = !dead;
  };
  const then = (what) => {
    turn = turn.then(what).catch((why) => failed(why.message));
    return turn;
  };
  // What a person asks of a file that is open: what went wrong before was read by then.
  const act = (what) => then(() => {
    if (!about) return null;
    wrong("");
    return what();
  });
  const choosing = (may) => {
    for (const id of ["lang", "policy", "file"]) $(id).disabled = !may;
  };
  const stopped = () => {
    shut();
    choosing(false);
    failed("page.stopped");
  };

  const chosen = (c) => {
    here = c;
    const fate = c?.mark ? t("page.fate." + c.mark.fate, t("js.label." + c.mark.label)) : t("page.fate.none");
    $("chosen").textContent = c ? t("page.chosen", c.word, fate) : t("page.nothing");
    for (const id of ["mask", "keep", "mask-all", "keep-all"]) $(id).disabled = !c;
  };
  let here = null, file = null, planned = null;
  let unsaved = false; // something was decided that no file holds
  let about = null; // the file, once it is read
  const list = bautaList($("list"), chosen);

  const shut = () => {
    about = planned = null;
    list.clear();
    $("result").hidden = $("audit").hidden = true;
    bautaAbout(about, t, treat);
  };
  /** How far reading has come: the bar moves, and who hears the page is told at each tenth. */
  const gone = (done, of) => {
    const tenth = Math.floor((10 * done) / of) * 10, bar = $("gone");
    if (bar.hidden || tenth > said) tell("saving", "page.gone", tenth, of);
    said = tenth;
    bar.hidden = false;
    bar.value = done / of;
  };
  let said = 0;
  /** Takes the file through; where that fails nothing of it stays that could be acted upon. */
  const readNow = async () => {
    if (!file) return;
    shut();
    wrong("");
    tell("saving", "page.reading");
    $("cancel").hidden = false;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      await call("read", [file.name, bytes, "ROWS", "PACE"], {
        move: [bytes.buffer],
        rows: (some) => {
          $("name").textContent = file.name;
          $("result").hidden = false;
          list.add(some);
        },
        pace: gone,
      });
      await keepFrom(0);
      about = JSON.parse(await call("about", []));
    } catch (why) {
      shut();
      throw why;
    } finally {
      $("cancel").hidden = $("gone").hidden = true;
    }
    $("name").textContent = file.name;
    $("result").hidden = false;
    bautaAbout(about, t, treat);
    list.measure();
    tell("saved", about.held ? "page.read.held" : "page.read", about.messages, bautaLanguages(about, languages), about.held);
    if (!$("columns").contains(document.activeElement)) $("list").focus();
  };
  /** Opens what is chosen. Where a part is missing, what was open is so still, and chosen again. */
  const openNow = async () => {
    try {
      await open();
    } catch (why) {
      if (opened && !dead) {
        for (const id of ["lang", "policy"]) $(id).value = opened[id];
        $("file").disabled = false;
      }
      throw why;
    }
    $("file").disabled = false;
    tell("saved", "page.ready");
  };
  const again = () => {
    $("file").disabled = true;
    wrong("");
    tell("saving", "page.loading");
    return then(async () => {
      await openNow();
      await readNow();
    });
  };
  const treat = (key, how) => act(async () => {
    if (!await call("treat", [key, how])) throw new Error("page.wrong");
    await readNow();
    unsaved = true;
  });
  /** Begins with another worker, and what was decided. */
  const revive = () => {
    end(worker); // which may be silent, or at work on what nobody wants any more
    $("again").hidden = true;
    wrong("");
    tell("saving", "page.loading");
    return then(async () => {
      await start();
      wrong("");
      $("again").hidden = true;
      choosing(true);
      await openNow();
      await readNow();
    });
  };
  // What was decided about places and columns of a file goes with it: nothing is lost unasked.
  const loses = () => unsaved && about && (kept.rules.some((rule) => rule.at) || Object.keys(kept.also ?? {}).length > 0);
  const agreed = () => new Promise((done) => {
    $("leave").returnValue = "";
    $("leave").addEventListener("close", () => done($("leave").returnValue === "go"), { once: true });
    $("leave").showModal();
  });
  addEventListener("beforeunload", (event) => {
    if (unsaved && kept.rules.length) event.preventDefault();
  });
  /** Takes one file, and says which others were not read. */
  const take = ([one, ...others]) => {
    if (!one) return null;
    leave(others.map((f) => f.name));
    if (one.size > most) return then(() => Promise.reject(new Error("page.large")));
    if (dead) {
      file = one;
      unsaved = false;
      return revive();
    }
    return then(async () => {
      wrong("");
      tell("saving", "page.loading");
      const list = await listed(one);
      if (!list) {
        if (loses() && !await agreed()) {
          $("file").value = "";
          return tell("saved", "page.ready");
        }
        file = one;
        unsaved = false;
        return readNow();
      }
      const bytes = new Uint8Array(await one.arrayBuffer());
      const n = await call("take", [list === "always", bytes], { move: [bytes.buffer] });
      await keepFrom(kept.rules.length);
      await readNow();
      tell("saved", "page.taken", n);
      return null;
    });
  };
  /** Tells a list of words by its header; what is called as one, but is none, is refused as a list. */
  const listed = async (one) => {
    const head = new Uint8Array(await one.slice(0, 256).arrayBuffer());
    return await call("listed", [head]) || one.name.match(/(always|never)\.csv$/)?.[1];
  };
  const decide = (mask, everywhere) => {
    if (!here) return;
    const { word, mark, at } = here;
    act(async () => {
      const json = JSON.stringify({ word, mask, label: mark?.label ?? "PERSON", at: everywhere ? undefined : at });
      if (!await call("decide", [json, "ROWS"], { rows: list.add })) throw new Error("page.wrong");
      await keepFrom(kept.rules.length);
      unsaved = true;
      tell("saved", (mask ? "page.masked" : "page.keeps") + (everywhere ? "" : ".here"));
      requestAnimationFrame(list.tell);
    });
  };
  const undo = () => act(async () => {
    const done = JSON.parse(await call("undo", ["ROWS"], { rows: list.add }) || "null");
    if (!done) return tell("saved", "page.none");
    await keepFrom(kept.rules.length - 1);
    unsaved = kept.rules.length > 0;
    if (done.at) list.show(done.at);
    tell("saved", done.at ? "page.undone.here" : "page.undone", done.word);
    return requestAnimationFrame(list.tell);
  });
  const keep = (bytes, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const save = () => act(async () => {
    keep(await call("save", []), named(".bauta$1"));
    unsaved = false;
    tell("saved", "page.saved");
  });
  /** A name beside the file's own. */
  const named = (ending) => file.name.replace(/(\.[^.]*)?$/, ending);
  const plan = () => act(async () => {
    const limit = $("limit").value, alpha = $("alpha").value;
    planned = JSON.parse(await call("plan", [Number(limit), Number(alpha)]));
    planned.type = bautaPlanType(file.name, named(".bauta$1"), named(""), limit, alpha);
    bautaPlan(planned, t, says);
    $("audit").hidden = false;
    $("audit").scrollIntoView({ block: "nearest" });
  });
  const words = (mask) => act(async () => keep(await call("words", [mask]), mask ? "always.csv" : "never.csv"));

  for (const [code, name] of Object.entries(languages)) {
    $("interface").add(new Option(name, code, false, code === wish));
    $("lang").add(new Option(name, code));
  }
  $("lang").add(new Option("", ""), 0); // told, as the program does where nobody says
  $("lang").value = "";
  $("interface").addEventListener("change", () => {
    says = $("interface").value;
    speak();
  });
  $("choices").addEventListener("submit", (event) => event.preventDefault());
  for (const id of ["lang", "policy"]) $(id).addEventListener("change", again);
  $("file").addEventListener("change", () => take($("file").files));
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("over");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    take(event.dataTransfer.files);
  });
  const does = { m: (all) => decide(true, all), k: (all) => decide(false, all), u: undo, s: save };
  $("list").addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
    does[event.key.toLowerCase()]?.(event.shiftKey);
  });
  for (const [id, mask, all] of [["mask", true, false], ["mask-all", true, true], ["keep", false, false], ["keep-all", false, true]]) {
    $(id).addEventListener("click", () => decide(mask, all));
  }
  $("undo").addEventListener("click", undo);
  $("save").addEventListener("click", save);
  $("plan").addEventListener("click", plan);
  for (const id of ["limit", "alpha"]) $(id).addEventListener("change", plan);
  $("again").addEventListener("click", revive);
  $("cancel").addEventListener("click", () => {
    file = null;
    $("file").value = "";
    revive();
  });
  for (const id of ["go", "stay"]) $(id).addEventListener("click", () => $("leave").close(id));
  $("all").addEventListener("click", () => then(async () => {
    tell("saving", "page.loading");
    for (const name of JSON.parse(await call("parts", []))) {
      await load(name);
      parts.delete(name);
    }
    $("all").hidden = true;
    tell("saved", "page.all.there");
  }));
  $("always").addEventListener("click", () => words(true));
  $("never").addEventListener("click", () => words(false));

  // What keeps the page comes first, so that each part is fetched once and kept.
  const offline = async () => {
    const keeper = location.protocol === "file:" ? null : navigator.serviceWorker;
    if (!keeper) return;
    const there = keeper.controller || new Promise((done) => keeper.addEventListener("controllerchange", done));
    // Without it the page works, and needs the network once more the next time.
    const known = keeper.register(trusted.createScriptURL("sw.js")).catch(() => null);
    if (!keeper.controller && await known) {
      await Promise.race([there, new Promise((done) => setTimeout(done, 60_000))]);
    }
    $("all").hidden = !keeper.controller;
  };

  $("bare").remove();
  speak();
  then(offline);
  then(start);
  again();
})();
