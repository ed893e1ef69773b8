/* Who plays: add, drop and move players; names from before are one tap away. */

import { drawRound } from "./round.js";

const seats = document.querySelector(".seats");
const most = Number(seats.dataset.most);
const blank = seats.lastElementChild.cloneNode(true);
let count = seats.children.length;

function add(name) {
  if (seats.children.length >= most) return null;
  const seat = blank.cloneNode(true);
  count += 1;
  const input = seat.querySelector("input");
  const words = input.placeholder.replace(/\d+/, String(seats.children.length + 1));
  Object.assign(input, { id: `player${count}`, value: name, placeholder: words });
  seat.querySelector("label").htmlFor = input.id;
  seats.append(seat);
  return input;
}

const picture = document.querySelector(".around");
const first = document.querySelector("[data-first]");
const starters = new Map();

/* Show who sits where, and offer each of them as the one who starts. */
function seated() {
  const names = [...new Set([...seats.querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean))];
  for (const [name, label] of starters) if (!names.includes(name)) { label.remove(); starters.delete(name); }
  for (const name of names) {
    if (!starters.has(name)) {
      const label = first.cloneNode(true);
      Object.assign(label.querySelector("input"), { value: `player:${name}`, checked: false });
      label.querySelector("span").textContent = name;
      label.hidden = false;
      starters.set(name, label);
    }
    first.before(starters.get(name));
  }
  first.hidden = names.length > 0;
  const chosen = document.querySelector("[name=starter]:checked") || document.querySelector("[name=starter]");
  chosen.checked = true;
  drawRound(picture, names, chosen.value.replace("player:", ""));
}

document.querySelector("[data-add]").addEventListener("click", () => add("")?.focus());
document.querySelector(".known")?.addEventListener("click", (event) => {
  const name = event.target.closest("[data-name]")?.dataset.name;
  if (!name || [...seats.querySelectorAll("input")].some((input) => input.value === name)) return;
  const empty = [...seats.querySelectorAll("input")].find((input) => !input.value);
  if (empty) empty.value = name;
  else add(name);
});
seats.addEventListener("click", (event) => {
  const seat = event.target.closest("li");
  if (event.target.closest("[data-drop]")) {
    if (seats.children.length > 2) seat.remove();
    else seat.querySelector("input").value = "";
  }
  if (event.target.closest("[data-up]")) (seat.previousElementSibling || seats.firstElementChild).before(seat);
});
document.querySelector("form").addEventListener("input", seated);
for (const box of [seats, document.querySelector(".known")]) box?.addEventListener("click", seated);
seated();
