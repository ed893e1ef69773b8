/* Formula by hand: type the cards as they lie. */

export function start(hand) {
  const { form, data } = hand;
  hand.typed = [...(data.typed || "")];
  hand.fresh = true;
  hand.digits = (data.jokers || "").split(" ").filter(Boolean).map(Number);
  form.querySelector(".keys").addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (!key) return;
    if (hand.fresh && data.do === "play") hand.typed = key === "back" ? hand.typed : [];
    hand.fresh = false;
    if (key === "back") hand.typed.pop();
    else if (hand.typed.length < Number(data.most)) hand.typed.push(key);
    draw(hand);
    hand.changed();
  });
  form.querySelector("[data-draw]")?.addEventListener("click", () => {
    if (!hand.player) { form.querySelector("[name=player]")?.focus(); return; }
    const made = { do: data.do, version: Number(data.version), turn: { player: hand.player, draw: 1 } };
    hand.send(data.index === undefined ? made : { ...made, index: Number(data.index) });
  });
  draw(hand);
}

export function body(hand) {
  const { data, typed } = hand;
  if (data.kind === "open") return typed.length === 2 ? { do: "open", start: typed } : null;
  if (data.kind === "deal") return typed.length === 2 ? { turn: { deal: typed } } : null;
  if (data.kind === "hand") return typed.length === Number(data.most) ? { turn: { player: hand.player, hand: typed } } : null;
  const formula = typed.join("");
  if (!hand.player || !/^[0-9J]+[-+×÷][0-9J]+=[0-9J]+$/.test(formula)) return null;
  const jokers = [...hand.form.querySelectorAll(".jokers select")].map((box) => box.value);
  const said = jokers.length && jokers.every((digit) => digit !== "");
  return { turn: { player: hand.player, formula, ...(said ? { jokers: jokers.map(Number) } : {}) } };
}

function draw(hand) {
  hand.form.querySelector(".typed").replaceChildren(...hand.typed.map((key) => {
    const card = document.createElement("i");
    card.textContent = key === "J" ? "★" : key === "-" ? "−" : key;
    if ("+-×÷=".includes(key)) card.className = "sign";
    return card;
  }));
  const box = hand.form.querySelector(".jokers");
  if (!box) return;
  const count = hand.typed.filter((key) => key === "J").length;
  while (box.children.length > count) box.lastChild.remove();
  while (box.children.length < count) {
    const label = document.createElement("label");
    label.className = "field";
    const words = document.createElement("span");
    words.textContent = box.dataset.label;
    const select = document.createElement("select");
    select.append(new Option("…", ""), ...Array.from({ length: 10 }, (_, digit) => new Option(String(digit), String(digit))));
    select.value = hand.digits[box.children.length] ?? "";
    label.append(words, select);
    box.append(label);
  }
}
