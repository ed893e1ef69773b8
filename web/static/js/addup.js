/* Add Up by hand: a row, a card, and for a joker the value that balances, if one does. */

const LEAST = { W: 0, Y: 10 };

export function start(hand) {
  const { form, data } = hand;
  if (data.kind === "openers") {
    form.addEventListener("change", (event) => weigh(hand, event.target.name));
    form.addEventListener("input", (event) => { if (event.target.type === "number") hand.changed(); });
    return;
  }
  if (data.kind === "add" && data.do === "change") {
    hand.pick("row", data.row);
    hand.pick("card", data.card);
    if (data.value) form.value.value = data.value;
  }
  form.addEventListener("change", (event) => { if (event.target.name !== "value") offer(hand); });
  form.querySelector("[name=value]")?.addEventListener("input", () => { form.querySelector(".offer").hidden = true; hand.changed(); });
  const value = form.querySelector(".value");
  if (value) value.hidden = !isJoker(hand.value("card"));
}

export function body(hand) {
  if (hand.data.kind === "openers") {
    const top = hand.value("top");
    const bottom = hand.value("bottom");
    if (!top || (!bottom && hand.data.count !== "1")) return null;
    const open = bottom ? { top: face(top), bottom: face(bottom) } : { top: face(top) };
    const jokers = Object.keys(open).filter((row) => isJoker(open[row]));
    const values = Object.fromEntries(jokers.map((row) => [row, hand.form[`value-${row}`].value]));
    if (Object.values(values).includes("")) return null;
    const counts = Object.fromEntries(jokers.map((row) => [row, Number(values[row])]));
    return { turn: { open: jokers.length ? { ...open, values: counts } : open } };
  }
  const row = hand.value("row");
  const card = hand.value("card");
  if (!row || !card || !hand.player) return null;
  const turn = { player: hand.player, row, card: face(card) };
  if (isJoker(card)) {
    const written = hand.form.querySelector("[name=value]").value;
    if (written === "") return null;
    turn.value = Number(written);
  }
  return { turn };
}

function weigh(hand, row) {
  const field = hand.form.querySelector(`[data-of="${row}"]`);
  if (!field) return;
  const card = hand.value(row);
  field.hidden = !isJoker(card);
  if (isJoker(card)) field.querySelector("input").value = LEAST[card];
}

function offer(hand) {
  const { form } = hand;
  const card = hand.value("card");
  const value = form.querySelector(".value");
  if (!value) return;
  value.hidden = !isJoker(card);
  const row = form.querySelector("[name=row]:checked");
  const balancing = isJoker(card) && row ? row.dataset[card.toLowerCase()] : "";
  form.querySelector(".offer").hidden = !balancing;
  if (isJoker(card)) form.querySelector("[name=value]").value = balancing || "";
}

function isJoker(card) {
  return card === "W" || card === "Y";
}

function face(card) {
  return isJoker(card) ? card : Number(card);
}
