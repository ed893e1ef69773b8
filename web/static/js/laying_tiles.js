/* Addique on the virtual table: the same taps as by hand, but the camera sees the tile. */

import * as addique from "./addique.js";

export function start(table) {
  const form = table.root.querySelector("form");
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
    table.arrange([...("drawing" in table.root.dataset ? [] : table.laid), [tile, col, row]]);
  });
  table.root.querySelector("[data-take]").addEventListener("click", () => table.arrange(table.laid.slice(0, -1)));
}

export function show() {}
