/* Tric-Trac by hand: the dice, then one of the covers they allow. */

export function start(hand) {
  const { form, data } = hand;
  hand.covers = JSON.parse(data.covers);
  form.addEventListener("change", (event) => { if (event.target.name !== "cover") list(hand); });
  form.querySelector("[data-throw]")?.addEventListener("click", () => {
    for (const die of ["first", "second"]) hand.pick(die, 1 + crypto.getRandomValues(new Uint32Array(1))[0] % 6);
    list(hand);
    hand.changed();
  });
  if (data.dice && data.do === "change") {
    hand.pick("first", data.dice[0]);
    hand.pick("second", data.dice[1]);
    list(hand);
    hand.pick("cover", data.cover);
  }
}

export function body(hand) {
  const dice = thrown(hand);
  const cover = hand.form.querySelector("[name=cover]:checked");
  if (!dice || !cover || !hand.player) return null;
  return { turn: { player: hand.player, dice, cover: cover.value.split(" ").filter(Boolean).map(Number) } };
}

function thrown(hand) {
  const dice = [Number(hand.value("first")), Number(hand.value("second"))];
  return dice[0] && dice[1] ? dice : null;
}

function list(hand) {
  const dice = thrown(hand);
  const box = hand.form.querySelector(".covers");
  box.hidden = !dice;
  if (!dice) return;
  const possible = hand.covers[[...dice].sort().join("")];
  const choices = possible.length ? possible.map((cover) => [cover.join(" "), cover.join(" + ")]) : [["", hand.data.nothing]];
  box.querySelector(".cover-list").replaceChildren(...choices.map(([value, words]) => {
    const label = document.createElement("label");
    const radio = document.createElement("input");
    Object.assign(radio, { type: "radio", name: "cover", value, checked: choices.length === 1 });
    const face = document.createElement("span");
    face.textContent = words;
    label.append(radio, face);
    return label;
  }));
}
