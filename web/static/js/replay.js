/* The slider over a match: the board as it lay after any turn. */

const slider = document.getElementById("slider");
const box = document.getElementById("replay");
const { match } = document.querySelector(".replay").dataset;
let wanted = 0;

async function go(turn) {
  slider.value = turn;
  document.getElementById("at").textContent = slider.value;
  wanted = slider.value;
  const response = await fetch(`/history/${match}/board/${wanted}`);
  const html = await response.text();
  if (response.ok && slider.value === wanted) box.innerHTML = html;
}

slider.addEventListener("input", () => go(slider.value));
document.querySelectorAll("[data-step]").forEach((link) => link.addEventListener("click", (event) => {
  event.preventDefault();
  go(Number(slider.value) + Number(link.dataset.step));
}));
