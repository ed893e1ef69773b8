/* What this phone keeps for itself: sound, speech, the timer. */

import { ask } from "./send.js";

document.querySelectorAll("[data-keep]").forEach((box) => {
  const place = `tallytop-${box.dataset.keep}`;
  const kept = localStorage.getItem(place) || "";
  if (box.type === "checkbox") box.checked = kept === "on";
  else box.value = kept;
  box.addEventListener("change", () => {
    localStorage.setItem(place, box.type === "checkbox" ? (box.checked ? "on" : "") : box.value);
    if (box.dataset.keep === "speech" && box.checked && "speechSynthesis" in window) speechSynthesis.speak(new SpeechSynthesisUtterance(" "));
  });
});

document.getElementById("automatic")?.addEventListener("change", async (event) => {
  if (!await ask("automatic", { on: event.target.checked })) event.target.checked = !event.target.checked;
});
