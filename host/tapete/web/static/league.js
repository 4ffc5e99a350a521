// Pages of an event work without this file. It counts clocks, and keeps a page current on which nobody is typing.
"use strict";

const main = document.querySelector("main");

function spoken(ms) {
  const s = Math.floor(Math.abs(ms) / 1000);
  return `${ms < 0 ? "−" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

let since = performance.now();
function tick() {
  for (const e of document.querySelectorAll("[data-left][data-running]")) {
    const ms = Number(e.dataset.left) - (performance.now() - since);
    e.textContent = spoken(ms);
    e.classList.toggle("over", ms < 0);
  }
}
setInterval(tick, 250);

function typing() {
  return [...main.querySelectorAll("input, textarea, select")].some((e) =>
    e.type === "checkbox" || e.type === "radio" ? e.checked !== e.defaultChecked
      : e.tagName === "SELECT" ? [...e.options].some((o) => o.selected !== o.defaultSelected) && e.closest("details[open], section") && e === document.activeElement
        : e.type !== "hidden" && e.value !== e.defaultValue);
}

// Nothing moves away under a finger: a button that were replaced between press and release would hear of neither.
let pressed = false;
let owed = false;
addEventListener("pointerdown", () => { pressed = true; });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(released));

function released() {
  pressed = false;
  if (owed) renew();
}

async function renew() {
  const stale = document.getElementById("stale");
  if (typing()) {
    if (stale) stale.hidden = false;
    return;
  }
  const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!fresh || fresh.dataset.mark === main.dataset.mark) return;
  owed = pressed;
  if (pressed) return;
  const open = new Set([...main.querySelectorAll("details")].map((e, n) => (e.open ? n : -1)));
  const same = main.querySelectorAll("details").length === fresh.querySelectorAll("details").length;
  const focus = document.activeElement && document.activeElement.id;
  const top = scrollY;
  main.replaceChildren(...fresh.childNodes);
  main.dataset.mark = fresh.dataset.mark;
  since = performance.now();
  if (same) main.querySelectorAll("details").forEach((e, n) => { e.open = open.has(n); });
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  scrollTo(0, top);
}

if (main && main.dataset.news) {
  const events = new EventSource(main.dataset.news);
  events.addEventListener("news", (event) => {
    if (JSON.parse(event.data).mark !== main.dataset.mark) renew();
  });
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

// Sheets of paper: one press prints them.
const press = document.getElementById("do-print");
if (press) {
  press.hidden = false;
  press.addEventListener("click", () => window.print());
}

// Of the house rules only those of the chosen game are shown.
const game = document.getElementById("game");
if (game) {
  const pick = () => { for (const e of document.querySelectorAll("[data-rules]")) e.hidden = e.dataset.rules !== game.value; };
  game.addEventListener("change", pick);
  pick();
}
