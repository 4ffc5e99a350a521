// Compiles the Python files of an archive by the Python that will run them: node tools/site_compile.mjs PYODIDE FOLDER
// FOLDER/sources.zip becomes FOLDER/compiled.zip, in which `begins` lists the modules that Python needs to unpack anything. Docstrings, asserts and the tables of line numbers are left out: they are a third of it.
// Pyodide's own files keep their docstrings, which its objects are given.
import { pathToFileURL } from "node:url";

const [, , pyodide, folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdir("/packing");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/packing");
python.runPython(`
import sys, tarfile, lzma
begins = sorted({name.partition(".")[0] for name in sys.modules} | {"asyncio", "encodings", "pyodide", "_pyodide"})
import importlib.util, marshal, types, zipfile

HEAD = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # by hash, and never compared with a source (PEP 552)

def nowhere(units):  # a table in which no instruction has a line: eight a byte (Objects/location tables of CPython, code 15)
    return bytes([0xFF] * (units // 8) + [0xF8 | units % 8 - 1] * bool(units % 8))

def bare(code):
    inner = tuple(bare(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=nowhere(len(code.co_code) // 2), co_consts=inner)

with zipfile.ZipFile("/packing/sources.zip") as sources, zipfile.ZipFile("/packing/compiled.zip", "w") as compiled:
    compiled.writestr("begins", "\\n".join(begins))
    for name in sources.namelist():
        code = compile(sources.read(name), name, "exec", dont_inherit=True, optimize=1 if "pyodide/" in name else 2)
        compiled.writestr(name + "c", HEAD + marshal.dumps(bare(code)))
`);
