// Runs the worker's program under node, as the page does, and prints what it takes of the
// clock, of the processor, with what V8 compiles beside it, and of memory:
//
//	node gen/page/measure.mjs bin/web fr gdpr FILE [OUT]
//
// With "all" for the language it is told of each message, as where the page is left to tell.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const [dir, lang, policy, file, out] = process.argv.slice(2);
const parts = {};
globalThis.bautaPart = (name, base64) => (parts[name] = Buffer.from(base64, "base64"));
const fetched = [];
const load = (name) => {
  const script = readFileSync(`${dir}/${name}.js`);
  fetched.push({ name, script }); // compressed at the end: what is measured would hold it
  (0, eval)(script.toString());
};
const cpu = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

load("core");
load("worker");
const now = () => ({ cpu: cpu(), clock: performance.now() });
let last = now();
const spent = (what, of = 1) => {
  const took = now(), ms = (k) => ((took[k] - last[k]) / of).toFixed(of > 1 ? 2 : 0);
  console.log(`${what}: ${ms("clock")} ms by the clock, ${ms("cpu")} of the processor`);
  last = took;
};
globalThis.onmessage = null;
(0, eval)(parts.worker.toString());
const go = new Go();
const module = await WebAssembly.compile(gunzipSync(parts.core));
spent("unpacked and compiled");
let beside = 0;
const want = async (name) => {
  load(name);
  const part = new Uint8Array(gunzipSync(parts[name]));
  beside += part.length;
  return part;
};
const vectors = bautaVectors(go);
const instance = await WebAssembly.instantiate(module, go.importObject);
vectors(instance);
await new Promise((ready) => {
  globalThis.bauta = { ready, want };
  go.run(instance);
});
await bauta.open(policy, lang === "all" ? "" : lang);
spent("started and opened");
for (const times of ["first", "second"]) {
  let rows = 0;
  await bauta.read(basename(file), new Uint8Array(readFileSync(file)), (json) => (rows += JSON.parse(json).length), () => {});
  spent(`${times} reading of ${rows} messages, a message`, rows);
}
const saved = await bauta.save();
spent("saved");
const mib = (n) => (n / 2 ** 20).toFixed(0);
console.log(`memory of the program: ${mib(instance.exports.mem.buffer.byteLength)} MiB, and ${mib(beside)} of models' files beside it`);
for (const part of fetched) part.size = gzipSync(part.script, { level: 6 }).length;
const sum = fetched.reduce((n, part) => n + part.size, 0);
console.log(`fetched, compressed: ${(sum / 1e6).toFixed(2)} MB: ${fetched.map((p) => `${p.name} ${(p.size / 1e6).toFixed(2)}`).join(", ")}`);
if (out) writeFileSync(out, saved);
process.exit(0);
