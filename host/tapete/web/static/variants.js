// Of a choice between kinds only the chosen one is asked; what is barred stays barred.

export function choose(variants) {
  const chosen = (variants.querySelector(":scope > select") ?? variants.querySelector(":scope > fieldset input:checked"))?.value;
  for (const e of variants.querySelectorAll(":scope > [data-variant]")) {
    const mine = e.dataset.variant === chosen;
    e.hidden = !mine;
    for (const field of e.querySelectorAll("input, select, textarea")) if (!field.closest(".barred")) field.disabled = !mine;
  }
  if (chosen) for (const e of variants.querySelectorAll(":scope > [data-variant]:not([hidden]) [data-variants]")) choose(e);
}

document.addEventListener("change", (event) => {
  const variants = event.target.closest("[data-variants]");
  if (variants) choose(variants);
});
