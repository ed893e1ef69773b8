/* Who plays: add, drop and move players; names from before are one tap away. */

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
