/* The virtual table: what is tapped comes to lie there, and the camera looks. */

import { toast } from "./send.js";
import * as code777 from "./laying_racks.js";
import * as addique from "./laying_tiles.js";
import * as rows from "./laying_rows.js";
import * as trictrac from "./laying_dice.js";

const LAYING = { addique, formula: rows, addup: rows, trictrac, code777 };
const EVERY_MS = 500;
const picture = document.getElementById("picture");
let taps = 0;

const table = {
  root: null,
  laid: [],

  async arrange(pieces) {
    taps += 1;
    const game = this.root?.dataset.laying || "addique";
    if (await send("pieces", { game, pieces })) this.show(pieces);
  },

  show(pieces) {
    this.laid = pieces;
    if (this.root) LAYING[this.root.dataset.laying].show(this);
  },

  unseen: () => send("unseen", {}),
};

async function send(action, body) {
  let response;
  try {
    response = await fetch(`/table/${action}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    toast(document.body.dataset.offline);
    return false;
  }
  if (response.ok) return true;
  const told = await response.json().catch(() => ({ problems: [{ message: document.body.dataset.failed }] }));
  toast(told.problems.map((problem) => problem.message).join(" "));
  return false;
}

function begin() {
  table.root = document.querySelector("[data-laying]");
  if (!table.root) return;
  LAYING[table.root.dataset.laying].start(table);
  table.show(table.laid);
}

async function look() {
  if (document.visibilityState === "visible") {
    const before = taps;
    const pieces = await fetch("/table/pieces").then((response) => response.json()).catch(() => null);
    // What was tapped meanwhile is newer than what was told.
    if (Array.isArray(pieces) && before === taps && JSON.stringify(pieces) !== JSON.stringify(table.laid)) table.show(pieces);
    picture.src = `/table/picture.jpg?${Date.now()}`;
  } else setTimeout(look, EVERY_MS);
}

document.addEventListener("drawn", (event) => { if (event.target.dataset.part === "lay") begin(); });
document.addEventListener("click", (event) => {
  const one = event.target.closest("[data-clear], [data-hand], [data-bump], [data-play]");
  if (!one) return;
  const { dataset } = one;
  if ("clear" in dataset) table.arrange([]);
  if ("bump" in dataset) send("bump", {});
  if ("play" in dataset) send("play", { game: dataset.play || null });
  if ("hand" in dataset) {
    const held = one.getAttribute("aria-pressed") !== "true";
    one.setAttribute("aria-pressed", String(held));
    send("hand", { on: held });
  }
});

begin();
if (picture) {
  picture.addEventListener("load", () => setTimeout(look, EVERY_MS));
  picture.addEventListener("error", () => setTimeout(look, EVERY_MS * 4));
  look();
}
