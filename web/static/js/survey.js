/* Where the table lies: the corners follow a finger or the arrow keys, and the numbers follow them. */

const picture = document.getElementById("survey");
const { width, height } = picture.viewBox.baseVal;
const corners = [...picture.querySelectorAll(".corner")];
const box = (axis, k) => document.querySelector(`[name="${axis}${k}"]`);
const SQUARES = 8;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function place(k) {
  return [Number(box("x", k).value) / 100 * width, Number(box("y", k).value) / 100 * height];
}

function move(k, x, y) {
  const share = (value, whole) => Math.round(Math.min(1, Math.max(0, value / whole)) * 1000) / 10;
  box("x", k).value = share(x, width);
  box("y", k).value = share(y, height);
  draw();
}

/* The square's corners seen in perspective are these four; every point between them follows. */
function seen([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const whole = ax * by - ay * bx;
  const g = (sx * by - sy * bx) / whole;
  const h = (ax * sy - ay * sx) / whole;
  return (u, v) => {
    const far = g * u + h * v + 1;
    return [((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / far, ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / far];
  };
}

function draw() {
  const points = corners.map((_, k) => place(k));
  picture.querySelector("polygon").setAttribute("points", points.join(" "));
  corners.forEach((corner, k) => corner.setAttribute("transform", `translate(${points[k]})`));
  const at = seen(points);
  const lines = Array.from({ length: SQUARES - 1 }, (_, k) => (k + 1) / SQUARES)
    .map((t) => `M${at(t, 0)}L${at(t, 1)}M${at(0, t)}L${at(1, t)}`);
  picture.querySelector(".grid").setAttribute("d", lines.join("").includes("NaN") ? "" : lines.join(""));
}

corners.forEach((corner, k) => {
  corner.addEventListener("pointerdown", (event) => { corner.setPointerCapture(event.pointerId); event.preventDefault(); corner.focus(); });
  corner.addEventListener("pointermove", (event) => {
    if (!corner.hasPointerCapture(event.pointerId)) return;
    const frame = picture.getBoundingClientRect();
    move(k, (event.clientX - frame.left) / frame.width * width, (event.clientY - frame.top) / frame.height * height);
  });
  corner.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const [x, y] = place(k);
    const far = event.shiftKey ? 0.05 : 0.005;
    move(k, x + step[0] * far * width, y + step[1] * far * height);
  });
});
document.addEventListener("input", draw);
draw();
