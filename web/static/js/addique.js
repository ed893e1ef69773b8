/* Addique by hand: tap the place, then the top and the left numeral; they make the tile. */

export function start(hand) {
  const { form, data } = hand;
  hand.unlaid = new Set(data.unlaid.split(" "));
  const pan = form.querySelector(".pan");
  const take = (place) => {
    form.querySelectorAll(".place").forEach((one) => one.setAttribute("aria-pressed", String(one === place)));
    hand.place = { col: Number(place.dataset.col), row: Number(place.dataset.row) };
    drawGhost(hand);
    showGhost(pan);
    hand.changed();
  };
  pan.addEventListener("click", (event) => {
    const place = event.target.closest(".place");
    if (place) take(place);
  });
  pan.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const place = event.target.closest(".place");
    if (place) { event.preventDefault(); take(place); }
  });
  form.addEventListener("change", () => { narrow(hand); drawGhost(hand); });
  if (data.tile && data.do === "change") {
    hand.pick("top", data.tile[0]);
    hand.pick("left", data.tile[3]);
    hand.place = { col: Number(data.col), row: Number(data.row) };
  }
  const places = form.querySelectorAll(".place");
  if (places.length === 1) hand.place = { col: Number(places[0].dataset.col), row: Number(places[0].dataset.row) };
  narrow(hand);
  drawGhost(hand);
  // What is to be changed comes into sight; a new tile may go anywhere round the middle.
  const middle = () => {
    const seen = (hand.place && data.do === "change" ? form.querySelector(".ghost") : form.querySelector(".board")).getBoundingClientRect();
    const around = pan.getBoundingClientRect();
    pan.scrollLeft += seen.left + seen.width / 2 - around.left - around.width / 2;
    pan.scrollTop += seen.top + seen.height / 2 - around.top - around.height / 2;
  };
  let centred = false;
  new ResizeObserver(() => {
    if (!pan.clientWidth) return;
    if (!centred) middle();
    else if (hand.place) showGhost(pan);
    centred = true;
  }).observe(pan);
}

export function body(hand) {
  const tile = tileOf(hand);
  if (!tile || !hand.place || !hand.player) return null;
  return { turn: { player: hand.player, tile, ...hand.place } };
}

/* Move the board, and never the page, until the tile is wholly in sight. */
function showGhost(pan) {
  const tile = pan.querySelector(".ghost").getBoundingClientRect();
  const around = pan.getBoundingClientRect();
  pan.scrollLeft += Math.max(0, tile.right - around.right) - Math.max(0, around.left - tile.left);
  pan.scrollTop += Math.max(0, tile.bottom - around.bottom) - Math.max(0, around.top - tile.top);
}

function tileOf(hand) {
  const top = Number(hand.value("top"));
  const left = Number(hand.value("left"));
  return top && left ? `${top}${9 - left}${9 - top}${left}` : "";
}

function narrow(hand) {
  const top = Number(hand.value("top"));
  hand.form.querySelectorAll("[name=left]").forEach((box) => {
    const left = Number(box.value);
    const name = `${top}${9 - left}${9 - top}${left}`;
    box.disabled = Boolean(top) && !hand.unlaid.has(name);
    if (box.disabled) box.checked = false;
  });
}

function drawGhost(hand) {
  const ghost = hand.form.querySelector(".ghost");
  if (!hand.place) return;
  ghost.removeAttribute("hidden");
  ghost.setAttribute("transform", `translate(${hand.place.col * 10} ${hand.place.row * 10})`);
  const top = Number(hand.value("top"));
  const left = Number(hand.value("left"));
  const faces = [top || "", left ? 9 - left : "", top ? 9 - top : "", left || ""];
  ghost.querySelectorAll("text").forEach((text, at) => { text.textContent = faces[at]; });
}
