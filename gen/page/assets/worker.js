
// The worker: the program answers calls by name. Nothing here reaches a network.
(() => {
  const calls = [];
  const go = new Go();
  // What the program says when it dies may hold text, and goes nowhere.
  globalThis.fs.writeSync = (_, bytes) => bytes.length;
  const over = () => postMessage({ over: true });
  globalThis.onerror = globalThis.onunhandledrejection = over;
  const answer = async ({ id, name, args }) => {
    const rows = (json) => postMessage({ id, rows: JSON.parse(json) });
    const pace = (done, of) => postMessage({ id, pace: [done, of] });
    const given = (a) => (a === "ROWS" ? rows : a === "PACE" ? pace : a);
    try {
      postMessage({ id, done: await bauta[name](...args.map(given)) });
    } catch (why) {
      if (go.exited || why instanceof WebAssembly.RuntimeError) over();
      else postMessage({ id, failed: String(why) });
    }
  };
  // Parts of the models come from the page, when something of them is read.
  const wanted = new Map();
  const came = ({ part, bytes }) => {
    const { done, fail } = wanted.get(part);
    wanted.delete(part);
    if (bytes) done(new Uint8Array(bytes));
    else fail(); // it could not be fetched, or is damaged
  };
  globalThis.bauta = {
    want(part) {
      postMessage({ want: part });
      return new Promise((done, fail) => wanted.set(part, { done, fail }));
    },
    ready() {
      globalThis.onmessage = ({ data }) => (data.part ? came(data) : answer(data));
      for (const call of calls.splice(0)) answer(call);
    },
  };
  // Whoever waits for the lock is told when the worker is no more, however it ended.
  const hold = (lock) =>
    navigator.locks?.request(lock, () => {
      postMessage({ holds: true });
      return new Promise(() => {});
    }).catch(() => {});
  globalThis.onmessage = async ({ data }) => {
    if (data.name !== "start") {
      calls.push(data);
      return;
    }
    hold(data.args[1]);
    try {
      const vectors = bautaVectors(go);
      const { instance } = await WebAssembly.instantiate(data.args[0], go.importObject);
      vectors(instance);
      await go.run(instance);
    } finally {
      over();
    }
  };
})();
