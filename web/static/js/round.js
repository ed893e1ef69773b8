/* A round table seen from above, with everybody's name where they sit, clockwise from the bottom. */

const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes, text = "") {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.textContent = text;
  return one;
}

export function drawRound(picture, names, starter) {
  const parts = [
    draw("ellipse", { class: "felt", rx: 64, ry: 50 }),
    // The arrow that says which way round.
    draw("path", { class: "way", d: "M30 14A34 24 0 0 1 -30 14M-30 14l-2 11M-30 14l11 3" }),
  ];
  names.forEach((name, at) => {
    const angle = Math.PI / 2 + (at * 2 * Math.PI) / names.length;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    const anchor = Math.abs(x) < 0.3 ? "middle" : x > 0 ? "start" : "end";
    parts.push(draw("circle", { class: name === starter ? "seat starts" : "seat", cx: x * 64, cy: y * 50, r: 9 }));
    const short = name.length > 10 ? `${name.slice(0, 9)}…` : name;
    parts.push(draw("text", { x: x * 80, y: y * 75 + 6, "text-anchor": anchor }, short));
  });
  picture.replaceChildren(...parts);
  picture.toggleAttribute("hidden", names.length < 2);
}
