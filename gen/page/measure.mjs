// Runs the worker's program under node, as the page does, and prints what it takes of the
// clock, of the processor, with what V8 compiles beside it, and of memory:
//
//	node gen/page/measure.mjs bin/web fr gdpr FILE [OUT]
//
// With "all" for the language it is told of each message, as where the page is left to tell.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";

const [dir, lang, policy, file, out] = process.argv.slice(2);
const parts = {};
globalThis.bautaPart = (name, base64) => (parts[name] = Buffer.from(base64, "base64"));
const load = (name) => (0, eval)(readFileSync(`${dir}/${name}.js`, "utf8"));
const cpu = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

load("core");
load("worker");
const langs = lang === "all" ? ["fr", "en", "de", "es", "it", "sv"] : [lang];
const names = lang === "all" ? ["langid", ...langs] : langs.slice();
if (policy === "gdpr") names.push(...langs.map((l) => `${l}.second`), "network");
names.forEach(load);
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
const instance = await WebAssembly.instantiate(module, go.importObject);
await new Promise((ready) => {
  globalThis.bauta = { ready };
  go.run(instance);
});
let beside = 0;
for (const name of names) {
  const pack = new Uint8Array(gunzipSync(parts[name]));
  beside += pack.length;
  await bauta.pack(name, pack);
}
await bauta.open(policy, lang === "all" ? "" : lang, names);
spent("started and opened");
for (const times of ["first", "second"]) {
  let rows = 0;
  await bauta.read(basename(file), new Uint8Array(readFileSync(file)), (json) => (rows += JSON.parse(json).length));
  spent(`${times} reading of ${rows} messages, a message`, rows);
}
const saved = await bauta.save();
spent("saved");
const mib = (n) => (n / 2 ** 20).toFixed(0);
console.log(`memory of the program: ${mib(instance.exports.mem.buffer.byteLength)} MiB, and ${mib(beside)} of models' files beside it`);
if (out) writeFileSync(out, saved);
process.exit(0);
