/* Tric-Trac on the virtual table: throw the dice, and lay covers over the numbers. */

const DICE = "⚀⚁⚂⚃⚄⚅";

export function start(table) {
  const { root } = table;
  root.addEventListener("change", (event) => {
    if (event.target.name === "covered") table.arrange([...covers(root), ...dice(table)]);
    else ready(root);
  });
  root.addEventListener("click", (event) => {
    const how = event.target.closest("[data-throw]")?.dataset.throw;
    if (!how) return;
    if (how === "any") {
      for (const name of ["first", "second"]) {
        const value = 1 + crypto.getRandomValues(new Uint32Array(1))[0] % 6;
        root.querySelector(`[name=${name}][value="${value}"]`).checked = true;
      }
      ready(root);
    }
    // Every throw falls on another spot, or two alike could not be told apart.
    const from = Math.max(1, ...dice(table).map((piece) => piece[1])) + 1;
    table.arrange([...covers(root), ...chosen(root).map((value, at) => [DICE[value - 1], from + at, 1])]);
  });
}

export function show(table) {
  const covered = new Set(table.laid.map((piece) => piece[0]));
  table.root.querySelectorAll("[name=covered]").forEach((box) => { box.checked = covered.has(box.value); });
}

function covers(root) {
  return [...root.querySelectorAll("[name=covered]:checked")].map((box) => [box.value, Number(box.value), 0]);
}

function dice(table) {
  return table.laid.filter((piece) => DICE.includes(piece[0]));
}

function chosen(root) {
  return [...root.querySelectorAll("[name=first]:checked, [name=second]:checked")].map((box) => Number(box.value));
}

function ready(root) {
  root.querySelector("[data-throw=these]").disabled = chosen(root).length < 2;
}
