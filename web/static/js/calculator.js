/* Addique's sums: a ninth of a number, and the tiles drawn for the start. */

const number = document.getElementById("number");
const ninth = document.getElementById("ninth");
number.addEventListener("input", () => {
  const value = Number(number.value.replace(/\D/g, ""));
  const result = document.createElement("b");
  const fits = value > 0 && value % 9 === 0;
  result.textContent = fits ? String(value / 9) : ninth.dataset.no;
  ninth.replaceChildren(fits ? `${value} ÷ 9 = ` : `${value || "…"} `, value ? result : "");
});

const draws = document.querySelector(".draws");
const tiles = new Set(draws.dataset.tiles.split(" "));
draws.addEventListener("input", () => {
  const totals = [...draws.children].map((line) => {
    const tile = line.querySelector("input").value;
    const total = tiles.has(tile) ? tile[0] * tile[2] + tile[1] * tile[3] : 0;
    line.querySelector("b").textContent = total || "–";
    return total;
  });
  // One more place than tiles that were typed, for up to eight players.
  const typed = [...draws.children].findLastIndex((line) => line.querySelector("input").value);
  [...draws.children].forEach((line, at) => { line.hidden = at > Math.max(2, typed + 1); });
  const best = Math.max(...totals);
  [...draws.children].forEach((line, at) => line.classList.toggle("best", best > 0 && totals[at] === best));
  const tie = best > 0 && totals.filter((total) => total === best).length > 1;
  document.getElementById("tie").textContent = tie ? draws.dataset.tie : "";
});
