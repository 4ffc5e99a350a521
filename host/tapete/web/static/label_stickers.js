// A phone writes the code of a card on a sticker (Web NFC: Chrome on Android, over HTTPS); elsewhere the page says that it cannot.
const told = document.getElementById("stickers");
const buttons = document.querySelectorAll(".write");
let writing = null;

const say = (what, card = "") => (told.textContent = told.dataset[what].replace("{card}", card));

async function write(button) {
  writing?.abort(); // the card before gets none
  const mine = (writing = new AbortController());
  const { code, card } = button.dataset;
  say("hold", card);
  try {
    const record = { recordType: "text", lang: "en", data: code };
    await new NDEFReader().write({ records: [record] }, { overwrite: true, signal: mine.signal });
    say("done", card);
    button.setAttribute("aria-pressed", "true");
  } catch {
    if (writing === mine) say("failed", card);
  }
}

told.hidden = false;
if (isSecureContext && "NDEFReader" in window) {
  say("can");
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => write(button));
  }
} else say("cannot");
