// A photo of a card is made small here, so that nothing large travels; a canvas keeps nothing that a camera writes beside the picture.
const LARGEST = 40_000_000;

document.addEventListener("change", async (event) => {
  const input = event.target;
  if (!input.matches?.("[data-photo]") || !input.files.length) return;
  const form = input.form, file = input.files[0], canvas = form.querySelector("canvas"), keep = form.querySelector("#photo-keep");
  const says = (text) => (form.querySelector("#photo-says").textContent = text);
  form.elements.photo.value = "";
  keep.hidden = canvas.hidden = true;
  if (file.size > LARGEST) return says(form.dataset.large);
  try {
    form.elements.photo.value = small(await createImageBitmap(file, { imageOrientation: "from-image" }), canvas, Number(input.dataset.photo));
  } catch {
    return says(form.dataset.none);
  }
  keep.hidden = canvas.hidden = false;
  says(form.dataset.ready);
  keep.focus();
});

// The middle of the picture, four to three, in as few bytes as it may have.
function small(picture, canvas, most) {
  const { width, height } = canvas, scale = Math.max(width / picture.width, height / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  canvas.getContext("2d").drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
  for (const quality of [0.82, 0.7, 0.55, 0.4, 0.2]) {
    const made = canvas.toDataURL("image/jpeg", quality).split(",")[1];
    if (made.length * 0.75 <= most) return made;
  }
  throw new Error("it stays large");
}
