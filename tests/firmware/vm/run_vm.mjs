// run_vm.mjs MODULE DIR...: copy the folders into a MicroPython, import MODULE there; exit code 0, or 1 with the error.
// TAPETE_VM_MODULES names the node_modules folder with @micropython/micropython-webassembly-pyscript.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const entry = path.join(process.env.TAPETE_VM_MODULES, "@micropython/micropython-webassembly-pyscript/micropython.mjs");
const { loadMicroPython } = await import(pathToFileURL(entry));
const [module, ...folders] = process.argv.slice(2);
const vm = await loadMicroPython({ linebuffer: true, stdout: (line) => console.log(line), stderr: (line) => console.error(line) });
vm.registerJsModule("_host", { urandom: (count) => [...randomBytes(count)] });

function copy(from, to) {
  vm.FS.mkdirTree(to);
  for (const name of fs.readdirSync(from)) {
    const source = path.join(from, name);
    const target = `${to}/${name}`;
    if (fs.statSync(source).isDirectory()) copy(source, target);
    else vm.FS.writeFile(target, fs.readFileSync(source));
  }
}
folders.forEach((folder, place) => copy(folder, `/d${place}`));
try {
  // What CircuitPython has and this MicroPython lacks.
  vm.runPython(`
import os, sys, _host
sys.path[:] = [${folders.map((_, place) => `"/d${place}"`).join(", ")}]
os.urandom = lambda count: bytes([octet for octet in _host.urandom(count)])
os.getenv = lambda key: None
`);
  vm.runPython(`import ${module} as program\ngoing = hasattr(program, "go_on")`);
  // This MicroPython collects garbage only between two calls from out here: long programs go on step by step.
  while (vm.globals.get("going")) vm.runPython("going = program.go_on()");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
