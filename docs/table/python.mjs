// Python in a worker, with Tapete unpacked.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL(".", import.meta.url).href;

// `only`: beginnings of what is needed of it, a list for Python; empty: all. `started` is called when Python itself runs.
export async function begun(only, started) {
  const packed = fetch(`${here}app.tar.xz`).then((answer) => {
    if (!answer.ok) throw new Error(`app.tar.xz: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: `${here}pyodide/` });
  started();
  self.python = python; // for measuring
  python.FS.writeFile("/app.tar.xz", new Uint8Array(await packed));
  await python.runPythonAsync(`
import os, sys, tarfile
only = tuple("${only}".split())
with tarfile.open("/app.tar.xz") as archive:
    archive.extractall("/app", [one for one in archive if not only or one.name.startswith(only)], filter="data")
os.remove("/app.tar.xz")
sys.path[:0] = ["/app", "/app/stdlib"]
sys.dont_write_bytecode = True
`);
  return python;
}
