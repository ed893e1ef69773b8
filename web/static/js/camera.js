/* The camera's picture, fetched again and again while the page is seen. */

const picture = document.getElementById("picture");
const EVERY_MS = 700;

function again() {
  if (document.visibilityState === "visible") picture.src = `/picture.jpg?${Date.now()}`;
  else setTimeout(again, EVERY_MS);
}

if (picture) {
  picture.addEventListener("load", () => setTimeout(again, EVERY_MS));
  picture.addEventListener("error", () => setTimeout(again, EVERY_MS * 4));
  setTimeout(again, EVERY_MS);
}
