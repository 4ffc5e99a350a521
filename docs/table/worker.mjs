// Python in a worker: it opens the table, and answers one request after the other.
// Python is entered by promises alone: a plain call while one of its stacks is put aside would run over it.
import { begun } from "./python.mjs";

const IMPORTS = 420; // as many as `begin` leads to: their number is what the bar counts
const since = performance.now(), times = {};
const mark = (name) => { times[name] = Math.round(performance.now() - since); };
const step = (name, share = 0) => self.postMessage({ kind: "step", step: name, share });

// ---- requests, and consoles that come and go, wait in a row until Python asks for the next one

function row() {
  const waiting = [];
  let go = null;
  return {
    following: () => (waiting.length ? Promise.resolve(waiting.shift()) : new Promise((resolve) => { go = resolve; })),
    arrived(one) {
      if (!go) return waiting.push(one);
      const next = go;
      go = null;
      next(one);
    },
  };
}
const requests = row(), plugs = row();

// A serial port, which the page has, or the simulated console: each call goes there by a message, and so does its answer.
const lines = new Map();

function line({ number, there, description, simulated }, port) {
  const calls = new Map();
  let last = 0, gone = !there;
  const call = (what, given) => new Promise((resolve, reject) => {
    if (gone) return reject(new Error("it is gone"));
    calls.set(++last, { resolve, reject });
    port.postMessage({ id: last, what, given });
  });
  if (port) port.onmessage = ({ data: { id, answer, fault } }) => {
    const { resolve, reject } = calls.get(id);
    calls.delete(id);
    if (fault === undefined) resolve(answer);
    else reject(new Error(fault));
  };
  const drop = () => {
    gone = true;
    for (const { reject } of calls.values()) reject(new Error("it is gone"));
    calls.clear();
  };
  if (simulated && !there) lines.get(number)?.(); // nobody answers there any more
  lines.set(number, drop);
  return {
    number, there, description, simulated: Boolean(simulated), used: () => self.postMessage({ kind: "used", number }),
    open: () => call("open"), read: () => call("read"), write: (octets) => call("write", octets), close: () => call("close"), ask: (text) => call("ask", text),
  };
}

function request({ method, url, origin, headers, body }, port) {
  const gone = new Promise((resolve) => { port.onmessage = () => resolve(true); });
  return {
    method, url, origin, headers: JSON.stringify(headers), body: new Uint8Array(body ?? 0), gone,
    start: (status, told) => port.postMessage({ kind: "start", status, headers: JSON.parse(told) }),
    piece: (piece) => port.postMessage({ kind: "piece", piece }, [piece.buffer]),
    end: () => port.postMessage({ kind: "end" }),
    fault: () => port.postMessage({ kind: "fault" }),
  };
}

// ---- files that the browser keeps for this address alone (OPFS)

const DATA = "/data";

async function folderOf(root, name, create) {
  const parts = name.split("/");
  let folder = root;
  for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create });
  return [folder, parts.at(-1)];
}

async function* files(folder, before = "") {
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === "directory") yield* files(handle, `${before}${name}/`);
    else if (!name.endsWith(".crswap")) yield [before + name, handle];
  }
}

async function read(root, python) {
  python.FS.mkdirTree(DATA);
  for await (const [name, handle] of files(root)) {
    const place = `${DATA}/${name}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    python.FS.writeFile(place, new Uint8Array(await (await handle.getFile()).arrayBuffer()));
  }
}

// The old file stays until the last line of either way: a browser that is killed leaves one of the two whole.
async function put(folder, name, content) {
  const file = await folder.getFileHandle(name, { create: true });
  if (file.createWritable) {
    const writable = await file.createWritable();
    await writable.write(content);
    return writable.close();
  }
  const beside = await folder.getFileHandle(`${name}.crswap`, { create: true }), access = await beside.createSyncAccessHandle(); // Safari before 26
  access.truncate(0);
  access.write(content);
  access.flush();
  access.close();
  await beside.move(folder, name);
}

const write = (root, python) => async (changed) => {
  const now = Object.entries(changed).map(([name, there]) => [name, there ? python.FS.readFile(`${DATA}/${name}`) : null]); // before anything else is done
  for (const [name, content] of now) {
    const [folder, last] = await folderOf(root, name, true);
    if (content) await put(folder, last, content);
    else await folder.removeEntry(last).catch(() => {});
  }
};

async function started({ root, host }) {
  step("python");
  const python = await begun("", () => {
    mark("python");
    step("files");
  });
  const kept = await (await navigator.storage.getDirectory()).getDirectoryHandle(`tapete${root.replaceAll("/", "-")}`, { create: true });
  await read(kept, python);
  mark("files");
  const imported = (number) => { if (number % 20 === 0 && !times.imports) step("imports", number / IMPORTS); };
  self.tapete = { requests: requests.following, plugs: plugs.following, imported, write: write(kept, python), root, host };
  await python.runPythonAsync(`
from js import tapete
from tapete.tab import progress, strands
progress.count(tapete.imported)
strands.begin()
strands.install()
from tapete.tab import begin
`);
  mark("imports");
  step("open");
  await python.runPythonAsync(`
import asyncio
from pathlib import Path
table = begin.TableInTab(Path("${DATA}"), tapete.root, tapete.host, tapete.write)
await table.open()
serving = asyncio.gather(table.serve(tapete.requests), table.plugged(tapete.plugs)) if strands.can_wait() else asyncio.ensure_future(table.serve(tapete.requests))
`);
  mark("open");
  self.postMessage({ kind: "ready", times });
}

self.onmessage = ({ data, ports }) => {
  if (data.kind === "asked") requests.arrived(request(data, ports[0]));
  else if (data.kind === "plugged") plugs.arrived(line(data, ports[0]));
  else started(data).catch((fault) => self.postMessage({ kind: "fault", fault: String(fault.message ?? fault).trim().split("\n").at(-1) }));
};
