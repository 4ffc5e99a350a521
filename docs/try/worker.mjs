// Python beside the page: it answers one call after the other, and the page stays awake meanwhile.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL(".", import.meta.url).href;

async function started() {
  const [python, rules] = await Promise.all([
    loadPyodide({ indexURL: `${here}pyodide/` }),
    fetch(`${here}rules.zip`).then((answer) => {
      if (!answer.ok) throw new Error(`rules.zip: ${answer.status}`);
      return answer.arrayBuffer();
    }),
  ]);
  python.unpackArchive(rules, "zip", { extractDir: "/rules" });
  python.runPython("import sys; sys.path.insert(0, '/rules'); import referee");
  return python.globals.get("sys").modules.get("referee");
}

const referee = started();
referee.catch(() => {}); // the first call tells it

self.onmessage = async ({ data: { id, name, given } }) => {
  try {
    self.postMessage({ id, answer: (await referee)[name](...given) });
  } catch (fault) {
    self.postMessage({ id, fault: String(fault) });
  }
};
