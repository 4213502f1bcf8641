
// The worker: the program answers calls by name. Nothing here reaches a network.
(() => {
  const calls = [];
  const unpacked = (data) =>
    new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const answer = async ({ id, name, args }) => {
    const rows = (json) => postMessage({ id, rows: JSON.parse(json) });
    try {
      if (name === "pack") args[1] = new Uint8Array(await unpacked(args[1]));
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
    const { instance } = await WebAssembly.instantiate(await unpacked(data.args[0]), go.importObject);
    go.run(instance);
  };
})();
