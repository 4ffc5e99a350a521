// Drawers of the board's page: the inside of another page, shown over the board. Its links and forms work inside; without scripts they are pages.
"use strict";

const drawer = document.getElementById("drawer"), home = main.dataset.place;
let opener = null;

const inside = { "Page-Part": "drawer", "Page-Language": document.documentElement.lang };

async function load(address, sent = {}) {
  const answer = await fetch(address, { ...sent, headers: inside });
  const to = new URL(answer.url);
  if (to.pathname === home) return shut();
  const shown = await answer.text();
  if (!shown.startsWith("<div class=\"drawer-page\"")) return location.assign(answer.url); // a page that is no drawer
  fill(shown);
}

function fill(html) {
  const focused = drawer.contains(document.activeElement) ? document.activeElement.id : "";
  const first = drawer.hidden;
  drawer.innerHTML = html;
  drawer.hidden = false;
  drawer.setAttribute("aria-label", drawer.querySelector("h1")?.textContent ?? "");
  if (first) drawer.scrollTop = 0;
  const again = focused && document.getElementById(focused);
  if (again) again.focus({ preventScroll: true });
  else drawer.focus({ preventScroll: true });
  const said = drawer.querySelector("[role=alert]");
  if (said) said.scrollIntoView({ block: "nearest" });
}

// A phone's own back button shuts a drawer: while one is open there is a step of the history for it.
function open(address, from) {
  if (drawer.hidden) {
    opener = from;
    history.pushState({ drawer: true }, "");
  }
  load(address).catch(() => location.assign(address));
}

function shut() {
  if (drawer.hidden) return;
  drawer.hidden = true;
  drawer.replaceChildren();
  if (history.state?.drawer) history.back();
  (opener?.isConnected ? opener : document.getElementById(opener?.id ?? ""))?.focus({ preventScroll: true });
}
addEventListener("popstate", shut);

document.addEventListener("click", (event) => {
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

document.addEventListener("keydown", (event) => event.key === "Escape" && shut());

drawer.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target, sent = new URLSearchParams(new FormData(form, event.submitter));
  if (form.method === "get") load(`${form.action}?${sent}`).catch(() => away());
  else load(form.action, { method: "POST", body: sent }).catch(() => away());
});

// What leads to another page by a form of its own: the next match.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-post]");
  if (!button || button.disabled) return;
  button.disabled = true; // a second tap asks for nothing else
  try {
    const answer = await fetch(`${home}/${button.dataset.post}`, { method: "POST", body: new URLSearchParams({ csrf: main.dataset.token }), headers: { Accept: "application/json", ...inside } });
    const said = await answer.json();
    if (said.go) return location.assign(said.go);
    document.getElementById("asked").textContent = said.refusals.map((r) => r.text[document.documentElement.lang]).join(" ");
  } catch {
    away();
  }
  button.disabled = false;
});
