// Seals on a phone: it keeps each as it first hears of it, and checks by itself what is opened, with or without a secure connection.
const main = document.querySelector("main"), news = document.getElementById("news"), place = `seals ${main?.dataset.place}`;
let sha256 = null;

// The first seal that is opened brings what checks it; until it is here nothing is said of the seal.
const fetched = () => import("./sha256.js").then((made) => {
  sha256 = made.sha256;
  sealed();
}).catch(() => {});

function sealed() {
  const of = document.getElementById("seals");
  if (!of) return;
  const kept = JSON.parse(localStorage.getItem(place) ?? "{}"), standing = JSON.parse(of.dataset.standing);
  if (Object.keys(standing).length) localStorage.setItem(place, JSON.stringify({ ...kept, ...standing }));
  const known = JSON.parse(of.dataset.opened).filter(([seat]) => kept[seat]), said = document.getElementById("sealed");
  const line = news.querySelector(".title") ?? document.getElementById("told");
  if (!known.length || !line) return said?.remove();
  if (said?.parentElement === line) return;
  if (!sha256) return fetched();
  said?.remove();
  const broken = known.some(([seat, value, nonce]) => sha256(`${nonce}:${seat}:${value}`) !== kept[seat]);
  const shown = Object.assign(document.createElement("small"), { id: "sealed", className: broken ? "seal broken" : "seal" });
  shown.textContent = broken ? of.dataset.broken : of.dataset.fits;
  line.prepend(shown, " ");
  if (!broken) return;
  line.classList.remove("sr");
  news.querySelector(".ring")?.remove(); // it would stand in the place of the sentence
}

// Whatever brings the news anew, a turn that is told too: what was checked stands before it.
if (news && main) {
  const watched = new MutationObserver(sealed);
  for (const zone of [news, document.getElementById("account")]) watched.observe(zone, { childList: true, subtree: true, attributes: true });
  sealed();
}
