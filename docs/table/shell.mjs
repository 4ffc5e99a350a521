// The page that holds the table of this tab: it starts the worker in which Python runs, and shows its pages in a frame.
const SHELL = new URL(".", location.href), APP = new URL("app/", SHELL), LOCK = `tapete ${SHELL.pathname}`, LAST = `tapete at ${SHELL.pathname}`;
const asked = new URLSearchParams(location.search);
const language = ["es", "en"].find((one) => one === (asked.get("lang") ?? navigator.language.slice(0, 2))) ?? "en";
const SAID = {
  en: {
    fetching: "Tapete comes into your browser: {n} of {of} MB, once.",
    python: "Python starts...", files: "The rules are unpacked...", imports: "The rules are read...", open: "Your matches are opened...", page: "The table is set...",
    elsewhere: "The table is open in another tab of this browser. Go on there, or close it: then it opens here.",
    worker: "This browser lets no page keep working here: it may be a private window, or the address is not https. Open it in an ordinary window.",
    unbuilt: "This copy of the site was built without the table.",
    cut: "its files did not all arrive. See whether this device is online, and has room.",
    fault: "The table does not start: {why}", again: "Try again", install: "Or install Tapete: with Python 3.11 or newer, python3 run.py play opens the same table.",
  },
  es: {
    fetching: "Tapete llega a tu navegador: {n} de {of} MB, una sola vez.",
    python: "Arranca Python...", files: "Se desempaquetan las reglas...", imports: "Se leen las reglas...", open: "Se abren tus partidas...", page: "Se pone la mesa...",
    elsewhere: "La mesa está abierta en otra pestaña de este navegador. Sigue allí, o ciérrala: entonces se abre aquí.",
    worker: "Este navegador no deja que una página siga trabajando aquí: puede ser una ventana privada, o la dirección no es https. Ábrela en una ventana normal.",
    unbuilt: "Esta copia de la web se hizo sin la mesa.",
    cut: "no han llegado todos sus archivos. Mira si este aparato tiene red y sitio.",
    fault: "La mesa no arranca: {why}", again: "Probar otra vez", install: "O instala Tapete: con Python 3.11 o más nuevo, python3 run.py play abre la misma mesa.",
  },
}[language];
// What part of the bar each step has, as measured; the bytes and the imports within theirs are counted.
const STEPS = { fetching: [0, 30], python: [30, 48], files: [48, 66], imports: [66, 78], open: [78, 79], page: [79, 100] };
const part = (id) => document.getElementById(id);
let owns = false, unbuilt = false, worker = null;

function say(what, values = {}) {
  part("said").textContent = SAID[what].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function step(what, share = 0, values) {
  const [from, to] = STEPS[what];
  part("progress").value = Math.max(part("progress").value, from + (to - from) * Math.min(1, share));
  say(what, values);
}

function stopped(what, values) {
  owns = false; // a late word of what has come says nothing any more
  say(what, values);
  part("progress").hidden = true;
  const link = Object.assign(document.createElement("a"), { href: location.href, textContent: SAID.again });
  part("more").replaceChildren(link, document.createElement("br"), SAID.install);
  part("start").hidden = false;
  part("table").hidden = true;
}

// ---- the pages' requests come from the service worker, and go to the worker

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.kind === "fetched" && owns && !worker) step("fetching", data.done / data.of, { n: mega(data.done), of: mega(data.of) });
  if (data.kind === "unbuilt") {
    unbuilt = true;
    stopped("unbuilt");
  }
  if (data.kind === "owner?" && owns) ports[0].postMessage(true);
  if (data.kind === "asked") worker.postMessage(data, [...ports, ...(data.body ? [data.body] : [])]);
});
const controlled = navigator.serviceWorker?.controller;
navigator.serviceWorker?.addEventListener("controllerchange", () => controlled && !worker && location.reload()); // no page uses files of two versions
const mega = (bytes) => (bytes / 1e6).toFixed(1);

function own() {
  navigator.serviceWorker.controller?.postMessage({ kind: "owner" });
}

async function served() {
  const registered = await navigator.serviceWorker.register("sw.js", { scope: "./", updateViaCache: "none" });
  navigator.serviceWorker.startMessages();
  if (registered.waiting && controlled) { // a later version, whole: it begins with this start
    registered.waiting.postMessage({ kind: "begin" });
    return new Promise(() => {}); // the page is loaded again
  }
  const first = registered.installing ?? registered.waiting;
  const failed = new Promise((_, reject) => {
    const look = () => registered.active || (first && first.state !== "redundant") || reject(new Error(SAID.cut));
    first?.addEventListener("statechange", look);
    look();
  });
  const ready = new Promise((go) => {
    const look = () => navigator.serviceWorker.controller && go();
    navigator.serviceWorker.addEventListener("controllerchange", look);
    look();
  });
  await Promise.race([ready, failed]);
  navigator.serviceWorker.addEventListener("controllerchange", own);
  own();
}

function started() {
  return new Promise((ready, failed) => {
    worker = new Worker("worker.mjs", { type: "module" });
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.kind === "step") step(data.step, data.share);
      else if (data.kind === "ready") ready(data);
      else if (data.kind === "used" && data.number === SIMULATED) seen();
      else if (data.kind === "fault") failed(new Error(data.fault));
    };
    worker.postMessage({ kind: "start", root: APP.pathname.slice(0, -1), host: location.hostname });
  });
}

// ---- consoles by Web Serial: this page has the ports, the worker reads and writes by messages

const BOARDS = [{ usbVendorId: 0x239a }, { usbVendorId: 0x2e8a }]; // Adafruit's CircuitPython, Raspberry Pi
const numbers = new Map();

function plugged(port) {
  const number = numbers.get(port) ?? numbers.size + 1, { port1, port2 } = new MessageChannel(), { usbVendorId = 0, usbProductId = 0 } = port.getInfo?.() ?? {};
  numbers.set(port, number);
  let reader = null, writer = null;
  const does = {
    async open() {
      await port.open({ baudRate: 115200, bufferSize: 16384 });
      await port.setSignals?.({ dataTerminalReady: true });
      reader = port.readable.getReader();
      writer = port.writable.getWriter();
    },
    async read() {
      const { value, done } = await reader.read();
      if (done) throw new Error("the console is gone");
      return value;
    },
    write: (octets) => writer.write(octets),
    async close() {
      await reader?.cancel().catch(() => {});
      reader?.releaseLock();
      await writer?.abort().catch(() => {});
      writer?.releaseLock();
      await port.close();
    },
  };
  port1.onmessage = async ({ data: { id, what, given } }) => {
    try {
      port1.postMessage({ id, answer: await does[what](given) });
    } catch (fault) {
      port1.postMessage({ id, fault: `${fault.name}: ${fault.message}` });
    }
  };
  worker.postMessage({ kind: "plugged", number, there: true, description: `${usbVendorId.toString(16)}:${usbProductId.toString(16)}` }, [port2]);
}

async function consoles() {
  const { serial } = navigator;
  if (!serial) return;
  serial.addEventListener("connect", ({ target }) => plugged(target));
  serial.addEventListener("disconnect", ({ target }) => numbers.has(target) && worker.postMessage({ kind: "plugged", number: numbers.get(target), there: false }));
  for (const port of await serial.getPorts()) plugged(port);
}

// A browser asks a person which port, and only after a touch.
async function connect() {
  try {
    plugged(await navigator.serial.requestPort({ filters: BOARDS }));
  } catch (fault) {
    if (fault.name !== "NotFoundError") throw fault; // nobody chose one
  }
}

// ---- a console for who has none: its own firmware in one more worker, with its panels in a frame beside the table

const SIMULATED = 0; // its number among the ports; real ones begin at 1
let board = null, seen = () => {};

function on(said, there) {
  const page = part("table").contentDocument;
  for (const [id, shown] of [["try", !there && !said], ["put-away", there], ["try-waits", said], ["try-hint", !said]]) {
    const e = page.getElementById(id);
    if (e) e.hidden = !shown;
  }
}

async function tryConsole() {
  const { port1, port2 } = new MessageChannel();
  on(true, false);
  try {
    board = new Worker("board.mjs", { type: "module" });
    await new Promise((ready, failed) => {
      board.onerror = (event) => failed(new Error(event.message));
      board.onmessage = ({ data }) => (data.kind === "ready" ? ready() : failed(new Error(data.fault)));
      board.postMessage({ kind: "start" }, [port1]);
    });
    const used = new Promise((go) => { seen = go; });
    worker.postMessage({ kind: "plugged", number: SIMULATED, there: true, simulated: true, description: "" }, [port2]);
    await used;
    part("console").addEventListener("load", () => part("console").contentDocument.addEventListener("click", touched));
    part("console").src = `${APP}console?beside=1`;
    part("console").hidden = false;
    document.body.classList.add("with-console");
    on(false, true);
  } catch (fault) {
    putAway();
    throw fault;
  }
}

function putAway() {
  board?.terminate();
  board = null;
  worker.postMessage({ kind: "plugged", number: SIMULATED, there: false, simulated: true });
  part("console").hidden = true;
  part("console").src = "about:blank";
  document.body.classList.remove("with-console");
  on(false, false);
}

// ---- what is saved as a file: a browser's own download of a link asks no service worker

async function save(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) {
    part("table").contentWindow.location = link.href; // the page says why
    return;
  }
  const [, name = "tapete"] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function touched(event) {
  const link = event.target.closest?.("a[download], #connect, #try, #put-away");
  if (!link) return;
  event.preventDefault();
  const does = { connect, try: tryConsole, "put-away": putAway }[link.id] ?? save;
  does(link);
}

// ---- where the table is: kept in the address of this page, and for the next time

function at() {
  let place = location.hash.slice(1);
  try {
    place ||= localStorage.getItem(LAST) ?? "";
  } catch {} // the browser keeps nothing: the lobby
  const found = new URL(`.${place.startsWith("/") ? place : "/"}`, APP);
  if (!found.href.startsWith(APP.href)) return APP;
  if (asked.has("lang") && found.pathname === APP.pathname) found.searchParams.set("lang", language);
  return found;
}

function moved() {
  const frame = part("table").contentWindow.location, place = frame.pathname.slice(APP.pathname.length - 1) + frame.search;
  if (!frame.href.startsWith(APP.href)) return;
  const page = part("table").contentDocument;
  page.addEventListener("click", touched);
  for (const e of page.querySelectorAll("[data-serial]")) e.hidden = (e.dataset.serial === "yes") !== Boolean(navigator.serial);
  document.title = part("table").contentDocument.title || "Tapete";
  history.replaceState(history.state, "", `#${place}`);
  try {
    localStorage.setItem(LAST, place.startsWith("/match/") ? place : "");
  } catch {}
}

async function shown() {
  const frame = part("table");
  step("page");
  frame.addEventListener("load", moved);
  frame.src = at().href;
  await new Promise((go) => frame.addEventListener("load", go, { once: true }));
  part("start").hidden = true;
  frame.hidden = false;
  frame.focus();
  performance.mark("tapete-shown");
}

async function run() {
  owns = true;
  try {
    await served();
    const told = await started();
    await shown();
    document.documentElement.dataset.ready = JSON.stringify(told.times);
    await consoles();
    await navigator.storage?.persist?.();
  } catch (fault) {
    worker?.terminate();
    console.error(fault);
    stopped(unbuilt ? "unbuilt" : "fault", { why: fault.message });
  }
  return new Promise(() => {}); // the lock is this tab's for as long as it lives
}

document.documentElement.lang = language;
if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory) stopped("worker");
else {
  navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock) return run();
    say("elsewhere");
    navigator.locks.request(LOCK, run);
  });
}
