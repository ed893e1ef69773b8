/* Code 777 by hand: questions with their answers, guesses, and the cards a neighbour sees on a rack. */

export const unseen = true;

export function start(hand) {
  const { form, data } = hand;
  if (data.do === "rack") startRack(hand);
  if (data.kind !== "ask") return;
  const question = form.querySelector("[name=question]");
  question.addEventListener("change", () => offer(hand));
  if (data.ask) {
    question.value = data.ask;
    offer(hand);
    hand.pick("answer", data.answer);
  }
}

export function body(hand) {
  const { form, data } = hand;
  if (data.do === "rack") return hand.cards.length === 3 ? { owner: data.owner, cards: hand.cards } : null;
  if (!hand.player) return null;
  if (data.kind === "guess") {
    const guess = ["n0", "n1", "n2"].map((name) => Number(hand.value(name)));
    return guess.every(Boolean) ? { turn: { player: hand.player, guess } } : null;
  }
  const answer = hand.value("answer");
  const ask = Number(form.querySelector("[name=question]").value);
  if (!ask || answer === "") return null;
  return { turn: { player: hand.player, ask, answer: /^\d+$/.test(answer) ? Number(answer) : answer } };
}

function offer(hand) {
  const chosen = hand.form.querySelector("[name=question]").selectedOptions[0];
  const box = hand.form.querySelector(".answers");
  box.hidden = !chosen.value;
  hand.form.querySelector(".asked").textContent = chosen.value ? chosen.textContent : "";
  if (!chosen.value) return;
  box.querySelector(".answer-list").replaceChildren(...JSON.parse(chosen.dataset.answers).map((value) => {
    const label = document.createElement("label");
    const radio = document.createElement("input");
    Object.assign(radio, { type: "radio", name: "answer", value });
    const face = document.createElement("span");
    face.textContent = box.dataset[value] || value;
    label.append(radio, face);
    return label;
  }));
}

function startRack(hand) {
  hand.cards = [];
  const typed = hand.form.querySelector(".typed");
  hand.form.querySelector(".swatches").addEventListener("click", (event) => {
    const swatch = event.target.closest("[data-card]");
    if (!swatch) return;
    if (hand.cards.length === 3) hand.cards = [];
    hand.cards.push(swatch.dataset.card);
    typed.replaceChildren(...hand.cards.map((name) => {
      const card = document.createElement("i");
      card.textContent = name[0];
      card.className = `swatch c-${name.split(" ")[1]}`;
      return card;
    }));
    hand.changed();
  });
}
