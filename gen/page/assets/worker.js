
// The worker: the program answers calls by name. Nothing here reaches a network.
(() => {
  const calls = [];
  const answer = async ({ id, name, args }) => {
    const rows = (json) => postMessage({ id, rows: JSON.parse(json) });
    try {
      postMessage({ id, done: await bauta[name](...args.map((a) => (a === "ROWS" ? rows : a))) });
    } catch (why) {
      postMessage({ id, failed: String(why) });
    }
  };
  globalThis.bauta = {
    ready() {
      globalThis.onmessage = ({ data }) => answer(data);
      for (const call of calls.splice(0)) answer(call);
    },
  };
  globalThis.onmessage = async ({ data }) => {
    if (data.name !== "start") {
      calls.push(data);
      return;
    }
    const go = new Go();
    const packed = new Blob([data.args[0]]).stream().pipeThrough(new DecompressionStream("gzip"));
    const { instance } = await WebAssembly.instantiate(await new Response(packed).arrayBuffer(), go.importObject);
    go.run(instance);
  };
})();
