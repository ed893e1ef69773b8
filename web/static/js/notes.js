/* The private note pad: kept on this phone only. */

export function attachNotes(pad) {
  const place = `tallytop-notes-${pad.dataset.match}-${pad.dataset.seat}`;
  const thoughts = pad.querySelector("[data-thoughts]");
  const kept = JSON.parse(localStorage.getItem(place) || '{"out":[],"thoughts":""}');
  const draw = () => {
    pad.querySelectorAll("[data-note]").forEach((one) => one.setAttribute("aria-pressed", String(kept.out.includes(one.dataset.note))));
    thoughts.value = kept.thoughts;
  };
  const keep = () => localStorage.setItem(place, JSON.stringify(kept));
  pad.addEventListener("click", (event) => {
    const note = event.target.closest("[data-note]")?.dataset.note;
    if (note) kept.out = kept.out.includes(note) ? kept.out.filter((one) => one !== note) : [...kept.out, note];
    if (event.target.closest("[data-wipe]")) Object.assign(kept, { out: [], thoughts: "" });
    keep();
    draw();
  });
  thoughts.addEventListener("input", () => { kept.thoughts = thoughts.value; keep(); });
  draw();
}
