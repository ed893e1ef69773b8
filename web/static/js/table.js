/* The virtual table: what is tapped comes to lie there, and the camera looks. */

import { ask, toast } from "./send.js";

const root = document.getElementById("tabletop");
const picture = document.getElementById("picture");
const game = root.dataset.game;
const EVERY_MS = 500;
let laid = [];
let hand = false;

async function send(action, body) {
  const response = await fetch(`/table/${action}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (response.ok) return true;
  const told = await response.json().catch(() => ({ problems: [{ message: document.body.dataset.failed }] }));
  toast(told.problems.map((problem) => problem.message).join(" "));
  return false;
}

async function arrange(pieces) {
  if (await send("pieces", { game, pieces })) laid = pieces;
}

function again() {
  if (document.visibilityState === "visible") picture.src = `/table/picture.jpg?${Date.now()}`;
  else setTimeout(again, EVERY_MS);
}
picture.addEventListener("load", () => setTimeout(again, EVERY_MS));
picture.addEventListener("error", () => setTimeout(again, EVERY_MS * 4));

root.addEventListener("click", (event) => {
  const one = event.target.closest("[data-lay], [data-take], [data-clear], [data-hand], [data-bump], [data-play]");
  if (!one) return;
  const { dataset } = one;
  const row = Number(root.querySelector("[name=row]:checked")?.value || 0);
  const inRow = laid.filter((piece) => piece[2] === row).length;
  if ("lay" in dataset) arrange([...laid, [dataset.lay, inRow, row]]);
  if ("take" in dataset) arrange(laid.slice(0, -1));
  if ("clear" in dataset) arrange([]);
  if ("bump" in dataset) send("bump", {});
  if ("play" in dataset) send("play", { game: dataset.play || null });
  if ("hand" in dataset) {
    hand = !hand;
    one.setAttribute("aria-pressed", String(hand));
    send("hand", { on: hand });
  }
});

root.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const [top, left] = [Number(form.get("top")), Number(form.get("left"))];
  arrange([...laid, [`${top}${9 - left}${9 - top}${left}`, Number(form.get("col")), Number(form.get("rowat"))]]);
});

document.querySelectorAll("[data-press]").forEach((button) => button.addEventListener("click", () => ask("press", { button: button.dataset.press })));

fetch("/table/pieces").then((response) => response.json()).then((pieces) => { laid = pieces; });
again();
