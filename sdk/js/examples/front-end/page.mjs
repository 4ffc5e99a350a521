// @ts-check
import { Refused, Table } from "tapete";

const [newest] = (await Table.matches()).filter((one) => !one.over);
if (!newest) throw new Error("no match is played: begin one with `tapete play`");
const table = new Table({ match: newest.id });

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} tag @param {Partial<HTMLElement> & Record<string, unknown>} is @param {...HTMLElement} inside */
function made(tag, is, ...inside) {
  const element = Object.assign(document.createElement(tag), is);
  element.append(...inside);
  return element;
}

/** One form for each action of a seat, with a field for each argument. @param {import("tapete").Seat} seat */
async function forms(seat) {
  return Object.entries(await table.legal(seat)).map(([action, offer]) => {
    const names = [...Object.keys(offer.arguments), ...offer.wait];
    const fields = names.map((name) => made("input", { name, title: name, placeholder: JSON.stringify(offer.arguments[name] ?? "…") }));
    const form = made("form", {}, ...fields, made("button", { textContent: `${seat}: ${action}` }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = [...new FormData(/** @type {HTMLFormElement} */ (form))].filter(([, value]) => value !== "");
      const chosen = Object.fromEntries(given.map(([name, value]) => [name, read(String(value))]));
      declare(/** @type {import("tapete").Action} */ ({ action, seat, ...chosen }));
    });
    return form;
  });
}

/** What was typed: JSON, or else a word. @param {string} typed */
function read(typed) { try { return JSON.parse(typed); } catch { return typed; } }

/** @param {import("tapete").Action} action */
async function declare(action) {
  try {
    const { events } = await table.do(action);
    part("said").textContent = events.map((event) => event.event).join(", ");
  } catch (no) {
    if (!(no instanceof Refused)) throw no;
    part("said").textContent = no.message;
  }
}

for await (const { event } of table.events()) {
  if (event !== "picture") continue;
  const owed = await table.ask("awaiting");
  part("owed").replaceChildren(...owed.map((one) => made("li", { textContent: one.acting.en })));
  part("legal").replaceChildren(...(await Promise.all(newest.seats.map(forms))).flat());
}
