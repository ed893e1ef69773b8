/* The virtual table: what is tapped comes to lie there, and the camera looks. */

import * as addique from "./addique.js";
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

const form = root.querySelector("form.hand-addique");
if (form) {
  const tiles = {
    form,
    data: form.dataset,
    player: "table",
    value: (name) => form.querySelector(`[name="${name}"]:checked`)?.value || "",
    changed: () => { form.querySelector("[type=submit]").disabled = !addique.body(tiles); },
  };
  addique.start(tiles);
  form.addEventListener("change", tiles.changed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { tile, col, row } = addique.body(tiles).turn;
    // A tile drawn for the start lies there alone.
    arrange([...("drawing" in root.dataset ? [] : laid), [tile, col, row]]);
  });
}

document.querySelectorAll("[data-press]").forEach((button) => button.addEventListener("click", async () => {
  // What may be laid next depends on what lies there now.
  if (await ask("press", { button: button.dataset.press })) location.reload();
}));

if (picture) {
  picture.addEventListener("load", () => setTimeout(again, EVERY_MS));
  picture.addEventListener("error", () => setTimeout(again, EVERY_MS * 4));
  fetch("/table/pieces").then((response) => response.json()).then((pieces) => { laid = pieces; });
  again();
}
