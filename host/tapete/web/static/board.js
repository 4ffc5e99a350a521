// The page on which the board is the form: presses are posted, pictures are morphed in, a number is held, cards are found by name.
import { questionNow } from "./asked.js";
import { chosen, go, heard } from "./comfort.js";
import { bare } from "./finding.js";
import { follow, now, tell } from "./link.js";
import { remember } from "./settling.js";

const main = document.querySelector("main"), over = new Set(), ticked = new Set(), SHOWN = 8, GIVEN_UP_MS = 5000, TELLER_MS = 3000;
export const came = new Map();
let queue = Promise.resolve(), waiting = 0, version = -1, run = "", repeat = 0, down = null;

const ZONES = ["strip", "board", "news", "sheet", "lesson", "bar", "account"];
for (const zone of [...ZONES.map((id) => document.getElementById(id)), ...document.querySelectorAll("[data-part]")]) came.set(zone.id, zone.innerHTML);

// ---- pictures that arrive

// Parts come whole, or as edits of what they were before: [from, up to, text in its place].
function whole(before, fragments) {
  const made = {};
  for (const [id, change] of Object.entries(fragments)) {
    let at = 0;
    made[id] = typeof change === "string" ? change : change.map(([start, end, text]) => before.get(id).slice(at, start) + text + ((at = end), "")).join("") + before.get(id).slice(at);
  }
  return made;
}

// Who tells turns and moves what differs (account.js) comes when it is first needed. A turn waits for it, and what comes meanwhile keeps its
// order; where it cannot come, pictures are shown without it.
let tale = null, later = [];
export const told_by = (teller) => (tale = teller);
const teller = () => Promise.race([import("./account.js"), new Promise((go) => setTimeout(go, TELLER_MS))]).catch(() => {});
const account = (html) => /data-account="(\d+)"/.exec(html)?.[1];
const tells = ({ fragments }) => !tale && chosen.pace !== "off" && fragments.account && account(fragments.account) !== account(came.get("account"));

export function show(picture) {
  if (!later.length && !tells(picture)) return put(picture);
  if (later.push(picture) === 1) teller().then(() => later.splice(0).forEach(put));
}

// Numbers count in one run of the program: the next run begins anew, and what is left of one that is over comes too late.
function put({ run: of, version: made, fragments }) {
  if (of !== run && !over.has(of)) {
    const begun = run && document.querySelector("#bar [data-press=back]");
    over.add(run);
    [run, version] = [of, -1];
    if (begun) tell("anew");
  }
  const goes = version >= 0; // the first picture is that of the page
  const late = of !== run || made < version; // a newer picture has overtaken this one: what answers bring too is newer already
  if (!late) version = made;
  const changed = Object.entries(fragments).filter(([id, html]) => came.has(id) && came.get(id) !== html && !(late && ZONES.includes(id)));
  const sheet = came.get("sheet") ?? "";
  for (const [id, html] of changed) came.set(id, html);
  // An account is told before the picture that it led to is shown, and before a sheet opens by itself.
  if (!tale && goes && changed.length && chosen.pace !== "off") teller();
  if (changed.some(([id]) => id === "account")) tale?.hears(came.get("account"), came.get("sheet").includes("<h2") && !sheet.includes("<h2"));
  const shown = changed.filter(([id]) => !tale?.holds(id));
  if (shown.length) remember();
  for (const [id, html] of shown) bring(id, html);
  if (shown.some(([id]) => id === "strip")) calls_now();
  for (const tick of document.querySelectorAll(".tick")) tick.checked = ticked.has(tick.id);
}

export function calls_now() {
  const call = called();
  if (call) heard(call);
}

// One part of the page as it is now.
export function bring(id, html) {
  const zone = document.getElementById(id), focused = document.activeElement?.id;
  const before = id === "board" && tale?.moves() ? tale.places(zone) : null;
  // What is being typed stays; a button that has the focus changes its words like any other.
  Idiomorph.morph(zone, html, { morphStyle: "innerHTML", ignoreActiveValue: document.activeElement?.matches("input") ?? false });
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  if (before) tale.fly(zone, before);
  if (id === "sheet") opened();
}

// ---- "your turn" is heard and felt on a seat's own page, once each time it begins

const calls = () => document.getElementById("asked")?.dataset.calls ?? "";
let called_for = calls();

// What is new enough to be heard: a die that is owed in the middle of one's own turn is.
function called() {
  const now = calls(), before = called_for;
  called_for = now;
  return now && now !== before && !(before === "die" && now === "turn") ? now : "";
}

function opened() {
  filter();
  left();
  const field = document.getElementById("number");
  if (field) field.dataset.fresh = "yes";
}

// ---- presses

export function press(what, value, question, again = false) {
  const since = performance.now();
  waiting += 1;
  main.setAttribute("aria-busy", "true"); // a touch is on its way
  queue = queue.then(async () => {
    if (again && question !== questionNow()) return;
    if (performance.now() - since > GIVEN_UP_MS) return tell("unheard");
    const had = new Map(came);
    const body = new URLSearchParams({ csrf: main.dataset.token, press: what, value: value ?? "null", question: question ?? "", had: main.dataset.events ? "" : `${run}:${version}` }); // the pictures of a station are its own
    const answer = await fetch(`${main.dataset.place}/touch`, { method: "POST", body, signal: AbortSignal.timeout(GIVEN_UP_MS), headers: { Accept: "application/json", "Page-Language": document.documentElement.lang }, redirect: "error" });
    const said = await answer.json();
    if (said.go) go(said.go);
    else if (said.fragments) show({ ...said, fragments: whole(had, said.fragments) });
    else if (said.refusals) document.getElementById("asked").textContent = said.refusals.map((r) => r.text[document.documentElement.lang]).join(" ");
  }).catch(() => {
    tell("unheard");
    reopen(); // whatever this page believes to hear
  }).finally(() => --waiting || main.removeAttribute("aria-busy"));
}

// What a button or a thing meant when the finger went down counts, not what a picture has made of it since.
// The second tap of a double one is for the question of the first: it never answers the next one.
let meant = null, first = "";
addEventListener("pointerdown", (event) => {
  const on = event.target.closest?.("[data-press]");
  meant = on ? { id: on.id, ...on.dataset } : null;
  down = on;
  on?.classList.add("down");
}, true);
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => {
  down?.classList.remove("down");
  down = null;
}, true);

document.addEventListener("click", (event) => {
  const on = event.target.closest("[data-press]");
  if (!on || on.disabled || on.dataset.press === "peek") return;
  event.preventDefault();
  const was = meant && meant.id === on.id ? meant : on.dataset;
  meant = null;
  const value = was.from ? from(was.from) : was.press === "thing" ? JSON.stringify(was.value) : was.value;
  const again = event.detail > 1;
  if (!again) first = was.question ?? questionNow();
  if (value !== undefined) press(was.press, value, first, again);
});

function from(id) {
  const field = document.getElementById(id);
  if (id === "words") return JSON.stringify(field.value);
  const value = Number(field.value);
  if (field.value === "" || !Number.isInteger(value)) {
    const asked = document.getElementById("asked"), was = asked.innerHTML;
    asked.textContent = field.dataset.empty; // nothing is entered that nobody said
    field.addEventListener("filled", () => asked.textContent === field.dataset.empty && (asked.innerHTML = was), { once: true });
    return field.focus();
  }
  if (field.dataset.secret !== undefined) field.type = "password";
  return String(value);
}

document.addEventListener("keydown", (event) => {
  const thing = event.target.closest?.(".thing");
  if (thing && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    press("thing", JSON.stringify(thing.dataset.value), questionNow());
  }
  if (event.key === "Escape") document.querySelector("#bar [data-press=back], #bar [data-press=sheet][data-value='\"\"']")?.click();
  if (event.target.id === "find" && event.key === "Enter") {
    const card = document.querySelector("#cards [data-names]:not([hidden])");
    if (card) card.click();
    else press("card", JSON.stringify(event.target.value), questionNow());
  }
  if (event.target.id === "number" && event.key === "Enter") document.querySelector("#bar [data-from=number]")?.click();
});
document.addEventListener("submit", (event) => event.preventDefault());

// A scanner is a keyboard that types a whole line faster than fingers can, and ends it with Enter.
const SCANNED_MS = 60, SCANNED = 4;
let line = "", struck = 0;
document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("input") || event.ctrlKey || event.metaKey || event.altKey) return;
  const now = event.timeStamp;
  if (now - struck > SCANNED_MS) line = "";
  struck = now;
  if (event.key === "Enter" && line.length >= SCANNED) {
    event.preventDefault();
    event.stopImmediatePropagation();
    press("card", JSON.stringify(line), questionNow());
    line = "";
  } else if (event.key.length === 1) line += event.key;
}, true);

// ---- a sheet: cards by name, a number by fingers

function filter() {
  const field = document.getElementById("find");
  let left = SHOWN;
  for (const card of document.querySelectorAll("#cards [data-names]")) card.hidden = (field && !card.dataset.names.includes(bare(field.value))) || left-- <= 0;
  if (field) fit();
  const none = document.getElementById("no-hit"), said = field?.value.trim();
  if (!none) return;
  none.hidden = !said || left < SHOWN;
  const add = none.querySelector("a");
  if (!add || !said) return;
  add.href = `${add.dataset.at}?name=${encodeURIComponent(said)}`;
  add.textContent = add.dataset.add.replace("…", said);
}
document.addEventListener("input", (event) => event.target.id === "find" && filter());
addEventListener("resize", () => filter());

// As many cards as are seen whole: the others are found by their names.
function fit() {
  const sheet = document.getElementById("sheet"), seen = [...document.querySelectorAll("#cards [data-names]:not([hidden])")];
  while (seen.length > 2 && sheet.scrollHeight > sheet.clientHeight) seen.pop().hidden = true;
}

// What is left of what one puts in, as the digits are touched.
function left() {
  const field = document.getElementById("number"), says = document.getElementById("leaves");
  if (says) says.textContent = says.dataset.says.replace("{n}", Math.max(Number(says.dataset.least), Number(says.dataset.of) - Number(field.value)));
}

const within = (field, value) => Math.min(Number(field.dataset.high), Math.max(Number(field.dataset.low), value));

function digit(what) {
  const field = document.getElementById("number");
  const fresh = field.dataset.fresh === "yes";
  field.dataset.fresh = "";
  if (what === "clear") field.value = "";
  else if (what === "sign") field.value = String(within(field, -Number(field.value)));
  else field.value = (fresh || field.value === "0" ? "" : field.value) + what;
  if (Number(field.value) > Number(field.dataset.high)) field.value = what;
  filled(field);
}

function step(by) {
  const field = document.getElementById("number");
  field.dataset.fresh = "yes";
  field.value = String(within(field, Number(field.value) + by));
  filled(field);
}

function filled(field) {
  left();
  field.dispatchEvent(new Event("filled"));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit], [data-look], [data-set]");
  if (!button) return;
  if (button.dataset.set) {
    const number = document.getElementById("number");
    [number.value, number.dataset.fresh] = [button.dataset.set, "yes"];
    return filled(number);
  }
  if (button.dataset.digit) return digit(button.dataset.digit);
  const field = document.getElementById(button.dataset.look);
  field.type = field.type === "password" ? "text" : "password";
});
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const again = () => {
    step(Number(button.dataset.step));
    repeat = setTimeout(again, 90);
  };
  step(Number(button.dataset.step));
  repeat = setTimeout(again, 400);
});
for (const kind of ["pointerup", "pointercancel", "pointerleave"]) addEventListener(kind, () => clearTimeout(repeat), true);
document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.("[data-step]");
  if (button && (event.key === "Enter" || event.key === " ")) step(Number(button.dataset.step));
});
document.addEventListener("change", (event) => {
  if (!event.target.classList.contains("tick")) return;
  if (event.target.checked) ticked.add(event.target.id);
  else ticked.delete(event.target.id);
});

// ---- the time that is left

setInterval(() => {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const turn = clock.closest(".turn"), left = Math.ceil(Number(clock.dataset.until) - now() / 1000), shown = turn ? Math.abs(left) : Math.max(0, left);
    clock.textContent = `${turn && left < 0 ? "+" : ""}${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
    turn?.classList.toggle("late", left < 0);
  }
}, 1000);

// ---- following the table

const streamed = new Map(); // what this connection has brought: its edits are of that, whatever an answer has brought meanwhile
const reopen = follow(main.dataset.events ?? `${main.dataset.place}/events?edits`, {
  picture({ run: of, seq, fragments: changes }) {
    const fragments = whole(streamed, changes);
    for (const [id, html] of Object.entries(fragments)) streamed.set(id, html);
    if (main.dispatchEvent(new CustomEvent("picture", { detail: fragments, cancelable: true }))) show({ run: of, version: seq, fragments });
  },
});

// A label that the camera has read is a card like one that a scanner types.
document.addEventListener("scanned", ({ detail: { line: read, question } }) => press("card", JSON.stringify(read), question));

// The page hears keys and fingers when its last script has run.
addEventListener("DOMContentLoaded", () => document.body.classList.add("has-script"));
opened();
