/* Rows of cards on the virtual table: Formula's, where cards cover cards, and Add Up's two, which grow. */

const SIGNS = "+-×÷=";
const FACES = { J: "★", W: "★", Y: "★", "-": "−" };
const KINDS = { J: "joker", W: "joker white", Y: "joker yellow" };

export function start(table) {
  const { root } = table;
  const where = root.querySelector(".where");
  table.chosen = null;
  root.addEventListener("click", (event) => {
    const { lay } = event.target.closest("[data-lay]")?.dataset || {};
    const card = event.target.closest("[data-col]");
    const strip = event.target.closest("button.strip");
    if (lay) table.arrange(where ? inFormula(table, lay) : atEnd(table, lay));
    else if (card) choose(table, Number(card.dataset.col));
    else if (strip) root.querySelectorAll("button.strip").forEach((one) => one.setAttribute("aria-pressed", String(one === strip)));
    else if (event.target.closest("[data-take]")) table.arrange(lessOne(table));
  });
}

export function show(table) {
  const columns = new Set(table.laid.map((piece) => piece[1]));
  if (!columns.has(table.chosen)) table.chosen = null;
  table.root.querySelectorAll(".strip").forEach((strip) => {
    const tops = new Map();
    for (const [name, col, row] of table.laid) {
      if (row === Number(strip.dataset.row)) tops.set(col, { name, under: tops.has(col) });
    }
    const cards = [...tops].sort(([one], [other]) => one - other).map(([col, top]) => card(table, strip, col, top));
    (strip.querySelector(".lying") || strip).replaceChildren(...cards);
  });
  const where = table.root.querySelector(".where");
  if (where) where.hidden = table.chosen === null;
}

function card(table, strip, col, { name, under }) {
  const one = document.createElement(strip.matches("button") ? "i" : "button");
  one.className = `lying-card ${SIGNS.includes(name) ? "sign" : KINDS[name] || ""} ${under ? "over" : ""}`;
  one.textContent = FACES[name] || name;
  if (one.matches("button")) {
    one.type = "button";
    one.dataset.col = col;
    one.setAttribute("aria-pressed", String(table.chosen === col));
  }
  return one;
}

function choose(table, col) {
  table.chosen = table.chosen === col ? null : col;
  table.root.querySelector("[name=where][value=over]").checked = true;
  show(table);
}

function inFormula(table, face) {
  const { laid, chosen } = table;
  const way = table.root.querySelector("[name=where]:checked").value;
  table.chosen = null;
  if (chosen === null) return [...laid, [face, Math.max(-1, ...laid.map((piece) => piece[1])) + 1, 0]];
  if (way === "over") {
    const top = laid.findLast((piece) => piece[1] === chosen);
    // A sign is swapped, not covered.
    const rest = SIGNS.includes(face) && SIGNS.includes(top[0]) ? laid.filter((piece) => piece !== top) : laid;
    return [...rest, [face, chosen, 0]];
  }
  const at = way === "left" ? chosen : chosen + 1;
  return [...laid.map(([name, col, row]) => [name, col >= at ? col + 1 : col, row]), [face, at, 0]];
}

function atEnd(table, face) {
  const row = Number(table.root.querySelector(".strip[aria-pressed=true]").dataset.row);
  return [...table.laid, [face, table.laid.filter((piece) => piece[2] === row).length, row]];
}

function lessOne(table) {
  const { laid, chosen } = table;
  const gone = chosen === null ? laid.at(-1) : laid.findLast((piece) => piece[1] === chosen);
  table.chosen = null;
  return laid.filter((piece) => piece !== gone);
}
