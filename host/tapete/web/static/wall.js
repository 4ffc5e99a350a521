// The wall is whole without this file. It paints the newest state, moves lines to their new places, and shows the age of the picture.
import { follow } from "./link.js";

const main = document.getElementById("main"), age = document.getElementById("age");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const AWAY_MS = 15000; // a ping comes every ten seconds
const PAGE_MS = 12000; // how long a part of a list stays that is longer than the screen
const MOMENT_MS = 15000; // how long a picture of a match stays, and the lists after it, while nobody plays
const FACE_MS = 700; // how often the board of one table is asked for
const moment = document.getElementById("moment"), picture = moment.appendChild(new Image());
let round = main.querySelector("[data-faces]")?.dataset.round ?? "", spot = 0;
let painted = performance.now(), heard = performance.now(), moves = {};

function spoken(ms) {
  const s = Math.floor(Math.abs(ms) / 1000);
  return `${ms < 0 ? "−" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

function paint({ html, size }) {
  const places = new Map([...main.querySelectorAll("[data-key]")].map((e) => [e.dataset.key, e.getBoundingClientRect()]));
  main.innerHTML = html;
  document.body.className = size;
  const now = main.querySelector("[data-faces]")?.dataset.round ?? "";
  if (now !== round) faces.clear();
  round = now;
  for (const table of faces.keys()) place(table);
  painted = performance.now();
  if (!main.querySelector(".told li")) moment.hidden = true;
  count();
  if (still.matches) return;
  for (const e of main.querySelectorAll("[data-key]")) {
    const before = places.get(e.dataset.key), now = e.getBoundingClientRect();
    const x = before ? before.x - now.x : 0, y = before ? before.y - now.y : 0;
    if (x || y) e.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
  }
}

function count() {
  const said = main.querySelector("[data-move]");
  for (const e of main.querySelectorAll("[data-moves]")) {
    const n = moves[e.dataset.moves];
    e.textContent = n ? said.dataset.move.replace("#", n) : "";
  }
}

// The boards of tables that send their moves: in a small room each in its line, else one after the other in a frame of its own. A large screen
// asks for one at a time.
const faces = new Map();
const small = () => document.body.classList.contains("small");
const line = (table) => main.querySelector(`[data-key="t${table}"]`);

function place(table) {
  const kept = faces.get(table), at = line(table);
  if (!kept || !at || !small()) return;
  at.querySelector(".face")?.remove();
  at.append(kept);
  at.classList.add("drawn");
  at.closest("ol").classList.add("boards");
}

function show(table) {
  const frame = main.querySelector(".spotlight"), at = line(table);
  if (!frame || !at || !faces.has(table)) return;
  const names = at.querySelector("a, span").cloneNode(true), number = at.querySelector("b").cloneNode(true), head = document.createElement("h2");
  head.append(number, names);
  frame.replaceChildren(head, faces.get(table));
  frame.dataset.shows = table;
  frame.hidden = false;
}

async function look(table) {
  const section = main.querySelector("[data-faces]");
  try {
    const answer = await fetch(`${section.dataset.faces}${table}/face?lang=${section.dataset.lang}`);
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".face");
    await found.querySelector("img").decode().catch(() => undefined);
    if (round === main.querySelector("[data-faces]")?.dataset.round) faces.set(table, document.adoptNode(found));
  } catch { /* the server is away: the last picture stays */ }
}

setInterval(async () => {
  if (innerWidth <= 960 || document.hidden || !main.querySelector("[data-faces]")) return;
  const stale = (table) => faces.get(table)?.dataset.moves !== String(moves[table]), playing = Object.keys(moves).filter((table) => moves[table]);
  if (small()) {
    const next = playing.find(stale);
    if (next) await look(next), place(next);
  } else if (playing.length) {
    const open = playing.filter((table) => line(table)?.classList.contains("open")), among = open.length ? open : playing;
    const frame = main.querySelector(".spotlight"), due = !frame?.dataset.shows || performance.now() - spot > PAGE_MS;
    const now = due ? among[(among.indexOf(frame?.dataset.shows) + 1) % among.length] : frame.dataset.shows;
    if (due) spot = performance.now();
    if (stale(now)) await look(now);
    if (due || frame.dataset.shows === now) show(now);
  }
}, FACE_MS);

function tick() {
  for (const e of main.querySelectorAll("[data-left][data-running]")) {
    const ms = Number(e.dataset.left) - (performance.now() - painted);
    e.textContent = spoken(ms);
    e.classList.toggle("over", ms <= 0);
  }
  const silent = performance.now() - heard;
  age.hidden = silent < AWAY_MS;
  if (!age.hidden) age.textContent = age.dataset.says.replace("{time}", spoken(silent));
}
setInterval(tick, 250);

// A list that is longer than the screen goes by page after page.
setInterval(() => {
  const rest = document.documentElement.scrollHeight - innerHeight;
  if (rest > 20 && innerWidth > 960) scrollTo({ top: scrollY >= rest - 5 ? 0 : Math.min(rest, scrollY + innerHeight * .7), behavior: still.matches ? "instant" : "smooth" });
}, PAGE_MS);

// While nobody plays, a large screen shows the moments that decided the round's matches, each after a look at the lists.
let turn = 0;
picture.addEventListener("load", () => {
  const told = [...main.querySelectorAll(".told li")].find((e) => picture.src.endsWith(e.dataset.src));
  if (!told) return;
  moment.querySelector("p").innerHTML = told.innerHTML;
  picture.alt = told.innerText;
  moment.style.top = `${main.querySelector("header").getBoundingClientRect().bottom}px`;
  moment.hidden = false;
});
moment.addEventListener("click", () => { moment.hidden = true; });
setInterval(() => {
  const told = [...main.querySelectorAll(".told li")].filter((e) => moves[e.dataset.table]), shown = !moment.hidden; // without lines no picture
  moment.hidden = true;
  picture.removeAttribute("src");
  if (!shown && told.length && innerWidth > 960) { scrollTo({ top: 0 }); picture.src = told[turn++ % told.length].dataset.src; }
}, MOMENT_MS);

const here = () => { heard = performance.now(); };
follow(document.body.dataset.stream, {
  open() { moves = {}; }, // the server that is there now says them anew
  state(said) { here(); paint(said); },
  moves(said) { here(); moves = said.moves; count(); },
  ping: here,
}, 2 * AWAY_MS);
if ("wakeLock" in navigator) {
  const awake = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => undefined);
  document.addEventListener("visibilitychange", awake);
  awake();
}
