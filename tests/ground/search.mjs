// Ask the theme's own search what it finds: node search.mjs SITE INDEX WORD... prints the places of the pages, best first, a line a word.
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const [site, index, ...words] = process.argv.slice(2);
const workers = path.join(site, "assets/javascripts/workers");
const program = fs.readdirSync(workers).find((name) => /^search\..*\.js$/.test(name));
const listeners = [];
let answered;
const world = vm.createContext({
  console,
  URL,
  addEventListener: (_, listener) => listeners.push(listener),
  postMessage: (message) => answered(message),
  importScripts: (...names) => {
    for (const name of names) vm.runInContext(fs.readFileSync(path.join(workers, name), "utf8"), world);
  },
});
world.self = world.window = world.globalThis = world;
// Titles and texts are marked up by the page's parser, which only the highlighting needs.
world.document = { createElement: () => ({}) };
vm.runInContext(fs.readFileSync(path.join(workers, program), "utf8"), world);
const ask = (data) => new Promise((resolve) => { answered = resolve; for (const listener of listeners) listener({ data }); });
await ask({ type: 0, data: { ...JSON.parse(fs.readFileSync(path.join(site, index), "utf8")), options: { suggest: false } } });
for (const word of words) {
  const { data } = await ask({ type: 2, data: word });
  console.log(data.items.map((sections) => sections[0].location.replace(/#.*/, "")).join(" "));
}
