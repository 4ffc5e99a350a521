// A station's page without a board: another stage takes its place without a load, in which a key or a touch would be lost.
import { changes, screen, turn, turning } from "./station.js";
import { arrived, swap, whilePressed } from "./tapete.js";

let fresh = null;

turning.take = (page) => {
  if (!sameScripts(page)) return location.reload(); // a board has other scripts
  fresh = page;
  put();
};

function sameScripts(page) {
  const sources = (of) => [...of.querySelectorAll("script[src]")].map((e) => e.getAttribute("src")).join();
  return sources(page) === sources(document);
}

const put = whilePressed(() => {
  if (!fresh) return;
  const late = turning.pictures;
  const active = screen.contains(document.activeElement);
  document.documentElement.lang = fresh.documentElement.lang;
  document.body.className = `${fresh.body.className} has-script`;
  const made = fresh.getElementById("main");
  for (const { name, value } of made.attributes) screen.setAttribute(name, value);
  screen.replaceChildren(...made.childNodes);
  fresh = turning.pictures = null;
  arrived();
  scrollTo(0, 0);
  if (active) {
    screen.tabIndex = -1;
    screen.focus({ preventScroll: true });
  }
  if (changes(late)) turn();
  else for (const [id, html] of Object.entries(late)) swap(id, html);
});
