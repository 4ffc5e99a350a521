// What a board needs only once something is touched comes with the first such touch, which is then made again.
import { tell } from "./link.js";

const LATER = new Map([
  [`a[data-drawer], [data-post]${"popover" in HTMLElement.prototype ? "" : ", [popovertarget]"}`, ["./drawer.js"]],
  ["#b-camera", document.body.dataset.seat ? ["./camera.js", "./nfc.js"] : ["./camera.js"]],
]);

async function fetched(touched, files, on) {
  const again = () => (on.isConnected ? on : document.getElementById(on.id))?.click();
  try {
    await Promise.all(files.map((file) => import(file)));
    if (LATER.delete(touched)) again();
  } catch {
    if (on.href) location.assign(on.href); // a drawer is a page too
    else tell("unheard");
  }
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  for (const [touched, files] of LATER) {
    const on = event.target.closest(touched);
    if (!on) continue;
    event.preventDefault();
    fetched(touched, files, on);
  }
});
