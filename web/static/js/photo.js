/* A phone's photo, made small enough to send and sent. */

const form = document.getElementById("photo");
const LONGEST = 2304;
const button = form.querySelector("button");
const verdict = form.querySelector(".verdict");
const shown = form.querySelector("img");

async function shrunk(file) {
  try {
    const picture = await createImageBitmap(file);
    const share = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * share);
    canvas.height = Math.round(picture.height * share);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
  } catch {
    return file;
  }
}

form.photo.addEventListener("change", () => {
  const file = form.photo.files[0];
  button.disabled = !file;
  shown.hidden = !file;
  if (file) shown.src = URL.createObjectURL(file);
  verdict.textContent = "";
});

function say(text, bad) {
  verdict.textContent = text;
  verdict.classList.toggle("bad", bad);
  button.disabled = !bad;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  say(verdict.dataset.wait, false);
  const body = new FormData();
  body.append("photo", await shrunk(form.photo.files[0]), "photo.jpg");
  try {
    const response = await fetch("/api/photo", { method: "POST", body });
    const told = await response.json();
    if (response.ok) location.href = "/";
    else say(told.problems.map((problem) => problem.message).join(" "), true);
  } catch {
    say(document.body.dataset.offline, true);
  }
});
