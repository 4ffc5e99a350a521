// Drawers of the board's page: the inside of another page, shown over the board. Its links and forms work inside; without scripts they are pages.
import { questionNow } from "./asked.js";
import { press } from "./board.js";
import { comfort, go } from "./comfort.js";
import { tell } from "./link.js";
import { remember } from "./settling.js";
import { choose } from "./variants.js";

const drawer = document.getElementById("drawer"), main = document.querySelector("main"), home = main.dataset.place;
let opener = null;

// What its pages wear comes with it, each sheet in its place: of two rules the same one wins as on a page.
function wears(name, behind) {
  const link = document.createElement("link");
  return new Promise((onload, onerror) => {
    Object.assign(link, { rel: "stylesheet", href: new URL(name, import.meta.url), onload, onerror });
    document.querySelector(`link[href$='/${behind}']`).after(link);
  });
}
await Promise.all([wears("pages.css", "tapete.css"), wears("drawer.css", "board.css")]);

const inside = { "Page-Part": "drawer", "Page-Language": document.documentElement.lang };

async function load(address, sent = {}) {
  const answer = await fetch(address, { ...sent, headers: inside });
  const to = new URL(answer.url);
  if (to.pathname === home || to.pathname === `${home}/list`) return shut();
  const shown = await answer.text();
  if (!shown.startsWith("<div class=\"drawer-page\"")) return location.assign(answer.url); // a page that is no drawer
  fill(shown, new URL(address, location.href).hash.slice(1));
}

function fill(html, at) {
  const focused = drawer.contains(document.activeElement) ? document.activeElement.id : "";
  remember();
  drawer.innerHTML = html;
  drawer.hidden = false;
  drawer.setAttribute("aria-label", drawer.querySelector("h1")?.textContent ?? "");
  drawer.scrollTop = 0;
  comfort();
  const aimed = at && document.getElementById(at);
  if (aimed) aimed.scrollIntoView({ block: "center" });
  if (aimed) aimed.classList.add("aimed");
  if (drawer.querySelector("[data-photo]")) import("./photo.js");
  for (const variants of drawer.querySelectorAll("[data-variants]")) choose(variants);
  const again = focused && document.getElementById(focused);
  if (again) again.focus({ preventScroll: true });
  else (drawer.querySelector("[autofocus]") ?? drawer).focus({ preventScroll: true });
  const said = drawer.querySelector("[role=alert]");
  if (said) said.scrollIntoView({ block: "nearest" });
}

// Where figures are copied one after the other, Enter goes on to the next field; from the last one it enters them all.
drawer.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-next] input")) return;
  const asked = [...event.target.form.querySelectorAll("input[type=text], input[type=number]")].filter((e) => !e.disabled && e.getClientRects().length);
  const next = asked[asked.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// The finger on the scrubber is faster than the pictures: the newest place counts, one request at a time.
let wanted = null, loading = false;
drawer.addEventListener("input", async (event) => {
  if (!event.target.matches("[data-scrub]")) return;
  const form = event.target.form;
  wanted = `${form.action}?entry=${event.target.value}`;
  if (loading) return;
  loading = true;
  while (wanted) {
    const now = wanted;
    wanted = null;
    await scrubbed(now).catch(() => tell("unheard"));
  }
  loading = false;
});

// All but the scrubber itself is taken over, so that the finger keeps it.
const BESIDE = [".headline h1", ".was", ".told-then", "#was-before", "#was-after", ".drawer-page > .pair"];

async function scrubbed(address) {
  const answer = await fetch(address, { headers: inside });
  const fresh = document.createElement("template");
  fresh.innerHTML = await answer.text();
  for (const part of BESIDE) {
    const there = drawer.querySelector(part), came = fresh.content.querySelector(part);
    if (there && came) there.replaceWith(came);
  }
}

// A phone's own back button shuts a drawer: while one is open there is a step of the history for it.
function open(address, from) {
  if (drawer.hidden) {
    opener = from.id ? from : document.getElementById("b-more");
    if (from.closest("#sheet")) press("sheet", "\"\"", questionNow()); // behind the drawer lies the board
    history.pushState({ drawer: true }, "");
  }
  load(address).catch(() => location.assign(address));
}

function shut() {
  if (drawer.hidden) return;
  remember();
  drawer.hidden = true;
  drawer.replaceChildren();
  if (history.state?.drawer) history.back();
  (opener?.isConnected ? opener : document.getElementById("b-more"))?.focus({ preventScroll: true });
}
addEventListener("popstate", shut);

document.addEventListener("click", (event) => {
  // A clause opens where it stands; a browser that cannot do that shows it among the others.
  const opens = event.target.closest("[popovertarget]");
  if (opens && !("popover" in HTMLElement.prototype)) return open(document.getElementById(opens.getAttribute("popovertarget")).querySelector("a").href, opens);
  const link = event.target.closest("a[href]");
  if (event.ctrlKey || event.metaKey || event.shiftKey || !link) return;
  if (link.classList.contains("back") && drawer.contains(link)) {
    event.preventDefault();
    shut();
  } else if (link.dataset.drawer !== undefined) {
    event.preventDefault();
    open(link.href, link);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || drawer.hidden) return;
  event.stopImmediatePropagation(); // one thing is shut at a time
  shut();
}, true);

drawer.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target, sent = new URLSearchParams(new FormData(form, event.submitter));
  const posted = form.method === "get" ? load(`${form.action}?${sent}`) : load(form.action, { method: "POST", body: sent });
  posted.catch(() => tell("unsent")); // what was typed stays where it is
});

// What leads to another page by a form of its own: the next match.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-post]");
  if (!button || button.disabled) return;
  button.disabled = true; // a second tap asks for nothing else
  try {
    const answer = await fetch(`${home}/${button.dataset.post}`, { method: "POST", body: new URLSearchParams({ csrf: main.dataset.token }), headers: { Accept: "application/json", ...inside } });
    const said = await answer.json();
    if (said.go) return go(said.go);
    document.getElementById("asked").textContent = said.refusals.map((r) => r.text[document.documentElement.lang]).join(" ");
  } catch {
    tell("unheard");
  }
  button.disabled = false;
});
