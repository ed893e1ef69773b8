/* The live page: what the stream tells is put in place, part by part. */

import { attach } from "./hand.js";
import { announce } from "./voice.js";
import { ask } from "./send.js";
import { sure } from "./sure.js";
import { runTimer } from "./timer.js";

const page = document.querySelector("[data-page]");
const QUIET_MS = 40000;
let source = null;
let heard = 0;
let known = null;

function connect() {
  source?.close();
  source = new EventSource(`/events?page=${page.dataset.page}`);
  heard = Date.now();
  source.addEventListener("snapshot", (event) => {
    heard = Date.now();
    document.body.classList.remove("offline");
    show(JSON.parse(event.data));
  });
  source.addEventListener("heartbeat", () => { heard = Date.now(); });
  source.addEventListener("end", () => { source.close(); setTimeout(connect, 2000); });
  source.addEventListener("error", () => {
    if (document.visibilityState === "visible") document.body.classList.add("offline");
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
  });
}

function show({ snapshot, parts }) {
  const game = snapshot.match ? snapshot.match.game : "";
  if (game !== page.dataset.game && !(game === "" && snapshot.opening)) {
    location.reload();
    return;
  }
  for (const [name, html] of Object.entries(parts)) {
    const place = document.querySelector(`[data-part="${name}"]`);
    if (place && place.lastHtml !== html) swap(place, html);
  }
  announce(known, snapshot);
  if (known?.match && snapshot.match) flash(known.match.totals, snapshot.match.totals);
  known = snapshot;
  runTimer(snapshot);
}

function swap(place, html) {
  const open = [...place.querySelectorAll("details[open]")].map((one) => one.id).filter(Boolean);
  place.lastHtml = html;
  // What the server drew with the page is already in place: an open dialog must not close for it.
  if (place.drawn === parsed(html)) return;
  place.drawn = parsed(html);
  place.innerHTML = html;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  attach(place);
  place.dispatchEvent(new Event("drawn", { bubbles: true }));
}

function parsed(html) {
  const fresh = document.createElement("div");
  fresh.innerHTML = html;
  return fresh.innerHTML;
}

function flash(before, after) {
  document.querySelectorAll(".scores li").forEach((row, at) => {
    if (before[at] !== after[at]) row.querySelector(".total")?.classList.add("up");
  });
}

document.addEventListener("click", async (event) => {
  const one = event.target.closest("[data-do]:not(form), [data-press], [data-answer], [data-other], [data-point], [data-face], [data-open], [data-close], [data-turn], .live .table .board, .live .table .row :is(.card-face, .slot)");
  if (!one) return;
  const { dataset } = one;
  if ("open" in dataset) document.getElementById(dataset.open).showModal();
  else if ("close" in dataset) one.closest("dialog").close();
  else if ("other" in dataset) {
    const other = document.querySelector(".question .other");
    other.hidden = !other.hidden;
    one.setAttribute("aria-expanded", String(!other.hidden));
    if (!other.hidden) other.scrollIntoView({ block: "nearest" });
  }
  else if ("press" in dataset) ask("press", { button: dataset.press });
  else if ("answer" in dataset) ask("answer", { question: Number(dataset.question), face: dataset.answer || null });
  else if ("point" in dataset) point(Number(dataset.point));
  else if ("face" in dataset) point(known?.seen.findIndex((piece) => piece.name === dataset.face));
  else if (one.closest(".table")) {
    // A tapped piece can be put right; a tap beside the pieces shows what the camera sees.
    const at = one.matches(".lying") && known?.role !== "watcher" ? seenAt(one) : -1;
    const turn = Number(dataset.turn ?? (one.matches(".row *") ? one.closest(".table").dataset.last : -1));
    if (at >= 0) point(at);
    else if (turn >= 0 && !one.matches(".lying") && known?.role !== "watcher") location.href = `/turns/${turn}`;
    else if (known?.camera) location.href = "/camera";
  } else if (!dataset.sure || await sure(one)) {
    one.disabled = true;
    await ask("event", { do: dataset.do, version: Number(dataset.version) });
    one.disabled = false;
  }
});

/* Which of the pieces seen a card of the rows is, both read from left to right; -1 where they differ. */
function seenAt(card) {
  const { name } = card.dataset;
  const cards = [...card.closest(".table").querySelectorAll(".row [data-name]")].filter((one) => one.dataset.name === name);
  const seen = known.seen.flatMap((piece, at) => (piece.name === name ? [at] : []));
  return cards.length === seen.length ? seen[cards.indexOf(card)] : -1;
}

/* A piece that counts already is put right in its turn; one that only lies there is asked about. */
async function point(at) {
  const piece = known?.seen[at];
  if (!piece || known.role === "watcher") return;
  const laid = known.match?.game === "addique" && known.match.board.tiles.find((tile) => tile.name === piece.name);
  if (laid) location.href = `/turns/${laid.turn}`;
  else if (await ask("point", { piece: at, face: piece.name }) && page.dataset.page !== "live") location.href = "/";
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".question .other")) return;
  event.preventDefault();
  const { face, top, left, dataset } = event.target;
  // The two numerals across a tile's spot make nine together, so two of the four are enough.
  const shown = face ? face.value.trim() : `${top.value}${9 - left.value}${9 - top.value}${left.value}`;
  ask("answer", { question: Number(dataset.question), face: shown });
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") connect();
});
addEventListener("online", connect);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
setInterval(() => { if (Date.now() - heard > QUIET_MS) connect(); }, 5000);

document.querySelectorAll("[data-part]").forEach((place) => { place.drawn = place.innerHTML; });
attach(document);
connect();
