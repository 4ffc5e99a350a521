// Pages work without this file. It keeps them current (server-sent pictures), posts forms in place, and eases entry.
import { follow, isAway, now, tell } from "./link.js";
import { choose } from "./variants.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const shown = new Map();
const came = new Map();
const MOTION_MS = 250;
const GIVEN_UP_MS = 15000; // a form may make the table think
const CLICK_MS = 500; // a click follows its release by less, on a slow device too
const PRESSED_MS = 2000; // a release may get lost outside the window

// ---- pictures: whole fragments, the latest wins

export function swap(id, html) {
  const box = document.getElementById(id);
  if (!box || shown.get(id) === html) return;
  shown.set(id, html);
  if (isAsItCame(box, html)) return;
  const entered = remember(box);
  const places = new Map([...box.querySelectorAll("[data-move]")].map((e) => [e.dataset.move, e.dataset]));
  const counts = new Map([...box.querySelectorAll("[data-count]")].map((e) => [e.dataset.count, e.textContent]));
  box.innerHTML = html;
  enhance(box);
  restore(box, entered);
  if (still.matches) return;
  for (const e of box.querySelectorAll("[data-move]")) slide(e, places.get(e.dataset.move));
  for (const e of box.querySelectorAll("[data-count]")) count(e, counts.get(e.dataset.count));
}

// The first picture of a page mostly says what the page came with: then nothing is taken from under a finger, a reader or an answer.
function isAsItCame(box, html) {
  const before = came.get(box.id);
  if (before === undefined) return false;
  came.delete(box.id);
  const fresh = document.createElement(box.tagName);
  fresh.innerHTML = html;
  enhance(fresh);
  return fresh.innerHTML === before;
}

function remember(box) {
  const fields = new Map();
  for (const e of box.querySelectorAll("input[id], select[id], textarea[id]")) {
    if (e.type === "checkbox" || e.type === "radio") {
      if (e.checked !== e.defaultChecked) fields.set(e.id, e.checked);
    } else if (e.tagName === "SELECT") {
      fields.set(e.id, e.value);
    } else if (e.value !== e.defaultValue) {
      fields.set(e.id, e.value);
    }
  }
  const active = box.contains(document.activeElement) ? document.activeElement : null;
  return {
    fields,
    open: new Map([...box.querySelectorAll("details[id]")].map((e) => [e.id, e.open])),
    focus: active && (active.id || pathOf(active)),
  };
}

function pathOf(e) {
  const form = e.closest("form[id]");
  return form ? `#${form.id} ${e.tagName.toLowerCase()}[type="${e.type}"]` : null;
}

function restore(box, { fields, open, focus }) {
  for (const [id, value] of fields) {
    const e = document.getElementById(id);
    if (!e || e.disabled) continue;
    if (typeof value === "boolean") e.checked = value;
    else if (e.tagName !== "SELECT" || [...e.options].some((o) => o.value === value && !o.disabled)) e.value = value;
    e.dispatchEvent(new Event("change", { bubbles: true }));
  }
  for (const [id, value] of open) {
    const e = document.getElementById(id);
    if (e) e.open = value;
  }
  if (!focus) return;
  const e = document.getElementById(focus) || (focus.startsWith("#") && document.querySelector(focus)) || box;
  if (e === box) box.tabIndex = -1;
  e.focus({ preventScroll: true });
}

function slide(e, before) {
  if (!before) return;
  const x = before.x - e.dataset.x, y = before.y - e.dataset.y;
  if (x || y) e.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: MOTION_MS, easing: "ease-out" });
}

function count(e, before) {
  const from = Number(before), to = Number(e.textContent);
  if (before === undefined || Number.isNaN(from) || Number.isNaN(to) || from === to) return;
  const start = performance.now();
  const step = (now) => {
    const share = Math.min(1, (now - start) / MOTION_MS);
    e.textContent = Math.round(from + (to - from) * share);
    if (share < 1 && e.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

// A button that is taken away between press and release is never clicked, by finger or by the space bar: what comes meanwhile waits.
// Returns what to call when it has come.
export function whilePressed(go) {
  let pressed = 0;
  const end = () => {
    clearTimeout(pressed);
    pressed = 0;
    go();
  };
  addEventListener("pointerdown", () => {
    clearTimeout(pressed);
    pressed = setTimeout(end, PRESSED_MS);
  }, true);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => {
    clearTimeout(pressed);
    pressed = setTimeout(end, kind === "pointerup" ? CLICK_MS : 0);
  }, true);
  for (const kind of ["keydown", "keyup"]) addEventListener(kind, (event) => {
    if (event.key !== " " || !event.target.closest?.("button, summary, input")) return;
    clearTimeout(pressed);
    pressed = setTimeout(end, kind === "keydown" ? PRESSED_MS : 0);
  }, true);
  addEventListener("click", () => {
    if (!pressed) return;
    clearTimeout(pressed);
    pressed = setTimeout(end, 0);
  }, true);
  return () => pressed || go();
}

function followed(main) {
  // A picture tells the parts that changed since the one before: those that wait add up.
  let waiting = null, seq = 0;
  const letGo = whilePressed(() => {
    const fragments = waiting;
    waiting = null;
    if (!fragments || !main.dispatchEvent(new CustomEvent("picture", { detail: fragments, cancelable: true }))) return;
    for (const [id, html] of Object.entries(fragments)) swap(id, html);
    main.dataset.seq = seq;
    for (const e of document.querySelectorAll("[data-step-shown]")) e.textContent = seq;
  });
  follow(main.dataset.events, {
    picture({ seq: newest, fragments }) {
      waiting = { ...waiting, ...fragments };
      seq = newest;
      letGo();
    },
    pixels: paint,
  });
}

// ---- forms

// A picture may bring the form anew while its answer is on the way: the answer belongs to the one that is seen.
async function post(form, submitter) {
  const seen = () => (form.isConnected ? form : document.getElementById(form.id));
  const body = new URLSearchParams(new FormData(form));
  if (submitter && submitter.name) body.set(submitter.name, submitter.value);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, signal: AbortSignal.timeout(GIVEN_UP_MS), headers: { Accept: "application/json", "Page-Language": document.documentElement.lang }, redirect: "error" });
    const said = await answer.json();
    if (said.go) location.assign(said.go);
    document.querySelectorAll("#main > .refusals").forEach((e) => e.remove());
    if (!said.ok) {
      say(seen() || document.getElementById("main"), (said.refusals || []).map((r) => r.text[document.documentElement.lang]).join(" "));
    } else {
      (seen() || form).querySelectorAll(".refusals").forEach((e) => e.remove());
    }
  } catch {
    tell("unsent"); // what was typed stays where it is
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function say(form, text) {
  let box = form.querySelector(".refusals");
  if (!box) {
    box = document.createElement("div");
    box.className = "refusals";
    box.setAttribute("role", "alert");
    form.prepend(box);
  }
  box.textContent = text;
  box.scrollIntoView({ block: "nearest" });
}

// A form that the browser itself sends would take what was typed with it to an error page: while the table is away it stays.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-form") && isAway()) {
    event.preventDefault();
    return tell("unsent");
  }
  if (!form.matches("form[data-form]")) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") !== "true") post(form, event.submitter);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.reveal) {
    const field = document.getElementById(button.dataset.reveal);
    const open = field.type === "password";
    field.type = open ? "text" : "password";
    button.setAttribute("aria-pressed", String(open));
  }
  if (button.dataset.copy) navigator.clipboard?.writeText(button.dataset.copy);
});

document.addEventListener("change", (event) => {
  if (event.target.name === "game" || event.target.closest("[data-seats]")) pickGame(event.target.form);
});

document.addEventListener("input", (event) => {
  const choice = event.target.dataset.chooses && document.getElementById(event.target.dataset.chooses);
  if (choice) choice.checked = true;
});

function pickGame(form) {
  for (const e of form.querySelectorAll("[data-game]")) {
    e.hidden = e.dataset.game !== form.elements.game.value;
    const number = e.querySelector("[data-seats] input:checked");
    if (number) lessonsFor(form, e.dataset.game, number.value);
    for (const place of number ? e.querySelectorAll("[data-place]") : []) {
      place.hidden = Number(place.dataset.place) > Number(number.value);
      for (const field of place.querySelectorAll("input, select")) field.disabled = place.hidden; // who does not play says nothing
    }
  }
}

// Of a game's first matches those for as many as play are offered; where there is none, all of them.
function lessonsFor(form, game, number) {
  const offered = [...form.querySelectorAll(`[name="guided.${CSS.escape(game)}"]`)];
  const fits = offered.some((e) => e.dataset.for === number);
  for (const e of offered) e.hidden = fits && e.dataset.for !== number;
}

// ---- the time that is left: counted down to the server's own end, whatever this device's clock says

function tick() {
  for (const e of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil(Number(e.dataset.until) - now() / 1000));
    e.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}
setInterval(tick, 1000);

function enhance(box) {
  tick();
  for (const e of box.querySelectorAll(".needs-script")) e.hidden = false;
  for (const e of box.querySelectorAll("[data-variants]")) choose(e);
  for (const e of box.querySelectorAll("input[name=game]:checked")) pickGame(e.form);
}

// ---- the simulated console: buttons pressed and held, pixels as they shine

// A short press is told when it is over, with its length: told in two halves, a slow line would make a long one of it, which repeats.
const HOLD_MS = 300;
const held = new Map();

function press(button, down) {
  const key = `${button.dataset.panel} ${button.dataset.button}`;
  const finger = held.get(key);
  if (down === Boolean(finger)) return;
  button.classList.toggle("is-down", down);
  if (down) {
    const fresh = { button, since: performance.now(), told: false };
    fresh.timer = setTimeout(() => {
      fresh.told = true;
      sendPress(button, { edge: "down" });
    }, HOLD_MS);
    held.set(key, fresh);
  } else {
    held.delete(key);
    clearTimeout(finger.timer);
    sendPress(button, finger.told ? { edge: "up" } : { ms: Math.round(performance.now() - finger.since) });
  }
}

function sendPress(button, what) {
  const body = new URLSearchParams({ csrf: button.form.elements.csrf.value, panel: button.dataset.panel, button: button.dataset.button, ...what });
  queue = queue.then(() => fetch(button.form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true })).catch(() => tell("unheard"));
}
let queue = Promise.resolve();

for (const [type, down] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false], ["lostpointercapture", false]]) {
  document.addEventListener(type, (event) => {
    const button = event.target.closest?.("[data-button]");
    if (!button || (down && event.button !== 0)) return;
    if (down) button.setPointerCapture(event.pointerId);
    press(button, down);
  });
}
for (const type of ["keydown", "keyup"]) {
  document.addEventListener(type, (event) => {
    const button = event.target.closest?.("[data-button]");
    if (!button || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    if (!event.repeat) press(button, type === "keydown");
  });
}
const letGo = () => { for (const { button } of [...held.values()]) press(button, false); };
addEventListener("blur", letGo);
document.addEventListener("focusout", letGo);
document.addEventListener("click", (event) => event.target.closest?.("[data-button]") && event.preventDefault());

function paint({ groups }) {
  for (const [id, colours] of Object.entries(groups)) {
    const pixels = document.getElementById(id)?.children || [];
    // Light goes beyond the edge of its window: the stroke is its glow.
    colours.forEach((colour, i) => pixels[i] && ["fill", "stroke"].forEach((of) => pixels[i].setAttribute(of, colour)));
  }
}

// ---- a page that was opened on a station's screen gives way to the station when nobody reads it any more

const READING_MS = 120000;

if (document.body.dataset.home) {
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => location.assign(document.body.dataset.home), READING_MS);
  };
  for (const type of ["pointerdown", "keydown", "scroll"]) addEventListener(type, wait, { passive: true });
  wait();
}

// What stands in the page now came with it.
export function arrived() {
  shown.clear();
  came.clear();
  enhance(document.body);
  for (const e of document.querySelectorAll("main[data-events] section[id], main[data-events] > div[id]")) came.set(e.id, e.innerHTML);
}

arrived();
for (const main of document.querySelectorAll("[data-events]")) followed(main);
// The page hears keys and fingers when its last script has run.
addEventListener("DOMContentLoaded", () => document.body.classList.add("has-script"));
