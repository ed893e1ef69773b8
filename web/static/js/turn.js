/* One old turn: change it, take it out, or put a missed one in before it. */

import { attach } from "./hand.js";

const tabs = [...document.querySelectorAll("[data-tab]")];

function open(name) {
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    document.getElementById(tab.dataset.tab).hidden = tab.dataset.tab !== name;
  }
}

tabs.forEach((tab) => tab.addEventListener("click", () => open(tab.dataset.tab)));
attach(document);
