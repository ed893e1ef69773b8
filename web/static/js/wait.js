/* Says that something takes a moment, where a tap makes the machine look at itself. */

import { toast } from "./send.js";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-wait]")) toast(document.body.dataset.moment);
});
// A page that comes back from the browser's memory waits no more.
addEventListener("pageshow", () => { document.getElementById("toast").hidden = true; });
