// Cards that are laid on a console's reader are counted there: the list follows.
const events = new EventSource(document.getElementById("deck").dataset.events);
let seen = "";
events.addEventListener("picture", async () => {
  const answer = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("deck");
  if (!fresh || fresh.innerHTML === seen || document.querySelector("#deck :focus:not(#deck-code)")) return;
  seen = fresh.innerHTML;
  for (const e of fresh.querySelectorAll(".needs-script")) e.hidden = false;
  const typed = document.getElementById("deck-code")?.value ?? "";
  document.getElementById("deck").replaceWith(fresh);
  const field = document.getElementById("deck-code");
  if (field) field.value = typed;
  field?.focus();
});
