// What a board needs only once something is touched comes with the first such touch, which is then made again.
import { tell } from "./link.js";

const LATER = new Map([
  [`a[data-drawer], [data-post]${"popover" in HTMLElement.prototype ? "" : ", [popovertarget]"}`, ["./drawer.js"]],
  ["#b-camera", document.body.dataset.seat ? ["./camera.js", "./nfc.js"] : ["./camera.js"]],
  ["[data-tell]", ["./account.js"]],
]);
let wanted = null; // the newest touch counts, whatever is still on its way for one before

async function fetched(touched, files, on) {
  wanted = on;
  try {
    await Promise.all(files.map((file) => import(file)));
    LATER.delete(touched);
    if (wanted !== on) return;
    wanted = null;
    (on.isConnected ? on : document.getElementById(on.id))?.click();
  } catch {
    if (wanted !== on) return;
    if (on.href) location.assign(on.href); // a drawer is a page too
    else tell("unloaded"); // the table is away, or it is another version by now
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
