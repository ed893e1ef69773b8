/* Code 777 on the virtual table: three cards for a rack, or a question card; this phone alone knows what it laid. */

export function start(table) {
  const { root } = table;
  table.cards = [];
  root.addEventListener("click", (event) => {
    const one = event.target.closest("[data-card], [data-rack], [data-unseen], [data-question-card], [data-clear]");
    if (!one) return;
    if ("card" in one.dataset) table.cards = [...(table.cards.length === 3 ? [] : table.cards), one.dataset.card];
    if ("clear" in one.dataset) table.cards = [];
    if ("rack" in one.dataset) table.arrange(table.cards.map((name, at) => [name, at, 0]));
    if ("unseen" in one.dataset) table.unseen();
    if ("questionCard" in one.dataset) table.arrange([[`question ${question(root).value}`, 1, 0]]);
    show(table);
  });
  question(root)?.addEventListener("change", () => { root.querySelector("[data-question-card]").disabled = !question(root).value; });
}

export function show(table) {
  const { root, cards } = table;
  root.querySelector("output")?.replaceChildren(...cards.map((name) => {
    const card = document.createElement("i");
    card.textContent = name[0];
    card.className = `lying-card swatch c-${name.split(" ")[1]}`;
    return card;
  }));
  const button = root.querySelector("[data-rack]");
  if (button) button.disabled = cards.length < 3;
}

function question(root) {
  return root.querySelector("[name=question]");
}
