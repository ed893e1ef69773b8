/* The turn timer: a thin bar that runs out, if this phone's owner wants one. */

let since = 0;
let turn = "";
let ticking = 0;

export function runTimer(snapshot) {
  const seconds = Number(localStorage.getItem("tallytop-timer"));
  const bar = document.getElementById("timer");
  if (!bar || !seconds || !snapshot.match || snapshot.match.finished || snapshot.match.closed) return;
  const now = `${snapshot.match.id} ${snapshot.match.version}`;
  if (now !== turn) { turn = now; since = Date.now(); }
  clearInterval(ticking);
  const tick = () => {
    const box = document.getElementById("timer");
    if (!box) return;
    const left = 1 - (Date.now() - since) / 1000 / seconds;
    box.hidden = false;
    box.classList.toggle("late", left <= 0.15);
    box.firstElementChild.style.transform = `scaleX(${left > 0 ? left : 1})`;
  };
  tick();
  ticking = setInterval(tick, 250);
}
