// Cards found by name: a field that narrows the buttons below it while it is typed in; Enter takes the first.
export const bare = (said) => said.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

document.addEventListener("input", ({ target }) => {
  const list = target.dataset.finds && document.getElementById(target.dataset.finds);
  if (!list) return;
  const cards = [...list.querySelectorAll("[data-names]")], said = bare(target.value);
  for (const card of cards) card.hidden = !card.dataset.names.includes(said);
  list.querySelector(".no-hit").hidden = cards.some((card) => !card.hidden);
});

document.addEventListener("keydown", (event) => {
  const list = event.key === "Enter" && event.target.dataset?.finds && document.getElementById(event.target.dataset.finds);
  if (!list) return;
  event.preventDefault();
  list.querySelector("[data-names]:not([hidden])")?.click();
});
