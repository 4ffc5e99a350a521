// The simulated console: Python in a worker of its own runs the shipped firmware on the fakes; line, buttons and pixels are messages of the table's worker.
import { begun } from "./python.mjs";

const NEEDED = "stdlib/ tapete/__init__ tapete/_firmware tapete/console tapete/core tapete/tab tapete_console msgspec neopixel adafruit_pixelbuf typing_extensions";
const AWAY = "NetworkError: the console is away";
const incoming = [], outgoing = [], asked = [];
let plugged = false, opened = false, reader = null, wake = () => {};

const does = {
  open() {
    if (!plugged) throw new Error(AWAY);
    outgoing.length = 0;
    opened = true;
  },
  read: () => outgoing.shift() ?? new Promise((resolve, reject) => { reader = { resolve, reject }; }),
  write(octets) {
    if (!opened) throw new Error(AWAY);
    incoming.push(octets);
    wake();
  },
  close() {
    opened = false;
    cut();
  },
  ask: (text) => new Promise((resolve) => {
    asked.push({ text, resolve });
    wake();
  }),
};

function cut() {
  reader?.reject(new Error(AWAY));
  reader = null;
}

self.tapete = {
  plug() { plugged = true; },
  unplug() {
    plugged = opened = false;
    incoming.length = 0;
    cut();
  },
  opened: () => opened,
  receive: () => incoming.shift(),
  send(octets) {
    if (!opened) return;
    if (!reader) return outgoing.push(octets);
    reader.resolve(octets);
    reader = null;
  },
  rest: (ms) => new Promise((go) => {
    const timer = setTimeout(go, ms);
    wake = () => {
      clearTimeout(timer);
      go();
    };
  }),
  asked: () => asked[0]?.text ?? "",
  answer: (text) => asked.shift().resolve(text),
  ready: () => self.postMessage({ kind: "ready" }),
};

self.onmessage = async ({ ports: [table] }) => {
  table.onmessage = async ({ data: { id, what, given } }) => {
    try {
      table.postMessage({ id, answer: await does[what](given) });
    } catch (fault) {
      table.postMessage({ id, fault: fault.message });
    }
  };
  try {
    const python = await begun(NEEDED, () => {});
    await python.runPythonAsync(`
from js import tapete
from pyodide.ffi import to_js
from tapete.tab import simulated_in_worker
simulated_in_worker.live(tapete, to_js)
`);
  } catch (fault) {
    self.postMessage({ kind: "fault", fault: String(fault.message ?? fault).trim().split("\n").at(-1) });
  }
};
