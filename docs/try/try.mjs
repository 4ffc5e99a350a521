// A match of Shazamm against a robot. The rules run in worker.mjs; this draws what they say and hands on what is entered.
const root = document.getElementById("try");
const said = root.dataset;
const part = (name) => root.querySelector(`.try-${name}`);
const calls = new Map();
let worker;

function told(text) {
  part("status").textContent = text;
}

function call(name, ...given) {
  return new Promise((resolve, reject) => {
    calls.set(calls.size, { resolve, reject });
    worker.postMessage({ id: calls.size - 1, name, given });
  });
}

function failed(fault) {
  console.error(fault);
  worker?.terminate();
  busy(false);
  told(said.failed);
}

function busy(now) { // what is entered meanwhile would be lost
  root.classList.toggle("try-busy", now);
  part("forms").inert = part("again").disabled = now;
}

function made(tag, more = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), more);
  element.append(...inside);
  return element;
}

function field(asked, number) {
  const id = `try-${number}-${asked.name}`;
  if (asked.kind === "number") {
    const input = made("input", { id, name: asked.name, type: "number", value: asked.value, required: true, step: 1 });
    return made("p", {}, made("label", { htmlFor: id }, `${asked.label} (${asked.range}) `), input);
  }
  const type = asked.kind === "some" ? "checkbox" : "radio";
  const boxes = asked.options.map((option, index) =>
    made("label", {}, made("input", { type, name: asked.name, value: JSON.stringify(option.value), checked: type === "radio" && !index }), ` ${option.label} `),
  );
  return made("fieldset", {}, made("legend", {}, asked.label), ...boxes);
}

function entered(form, asked) {
  const wish = { action: form.dataset.action };
  for (const one of asked) {
    const chosen = [...form.querySelectorAll(`[name="${one.name}"]:checked`)].map((box) => JSON.parse(box.value));
    wish[one.name] = one.kind === "number" ? Number(form.elements[one.name].value) : one.kind === "some" ? chosen : chosen[0];
  }
  return wish;
}

function form(one, number) {
  const button = made("button", { className: `md-button${one.owed ? " md-button--primary" : ""}` }, one.button);
  const whole = made("form", { noValidate: true }, ...one.fields.map((asked) => field(asked, number)), button);
  if (one.hint && one.owed) whole.prepend(made("p", {}, one.hint));
  if (one.owed) whole.prepend(made("p", { className: "try-title" }, one.title));
  whole.dataset.action = one.action;
  whole.addEventListener("submit", (event) => {
    event.preventDefault();
    play(entered(whole, one.fields)).catch(failed);
  });
  return whole;
}

function drawn(match) {
  part("board").replaceChildren(made("img", { src: `data:image/svg+xml,${encodeURIComponent(match.picture)}`, alt: match.text }));
  part("text").textContent = match.text;
  part("story").replaceChildren(...match.story.slice(-12).map((line) => made("li", {}, line)));
}

async function play(wish) {
  if (root.classList.contains("try-busy")) return;
  busy(true);
  const { refused } = JSON.parse(await call("do", JSON.stringify(wish)));
  part("refused").replaceChildren(...refused.map((sentence) => made("p", {}, sentence)));
  if (!refused.length) await settle(JSON.parse(await call("shown")));
  busy(false);
}

async function settle(match) {
  drawn(match);
  while (match.waits) {
    told(said.robot);
    await call("robot");
    match = JSON.parse(await call("shown"));
    drawn(match);
  }
  part("forms").replaceChildren(...match.forms.map(form));
  told(match.over ? said.over : said.yours);
}

async function begin() {
  busy(true);
  part("refused").replaceChildren();
  const seed = new URLSearchParams(location.search).get("seed");
  await settle(JSON.parse(await call("begin", said.language, seed === null ? undefined : Number(seed))));
  part("table").hidden = false;
  busy(false);
}

if (window.Worker && window.WebAssembly) {
  worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  worker.onerror = failed;
  worker.onmessage = ({ data: { id, answer, fault } }) => {
    const { resolve, reject } = calls.get(id);
    calls.set(id, null);
    if (fault === undefined) resolve(answer);
    else reject(new Error(fault));
  };
  part("again").addEventListener("click", () => begin().catch(failed));
  begin().catch(failed);
} else {
  told(said.failed);
}
