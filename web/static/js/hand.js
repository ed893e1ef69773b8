/* Turns entered by hand: each game's form makes a turn, the server says what it would do. */

import { post, toast } from "./send.js";
import * as addique from "./addique.js";
import * as addup from "./addup.js";
import * as code777 from "./code777.js";
import * as formula from "./formula.js";
import * as trictrac from "./trictrac.js";
import { attachNotes } from "./notes.js";

const GAMES = { addique, addup, code777, formula, trictrac, none: { start() {}, body: () => ({}) } };
const WAIT_MS = 120;

export function attach(root) {
  root.querySelectorAll("form.hand").forEach((form) => new Hand(form));
  root.querySelectorAll(".notes").forEach(attachNotes);
}

export class Hand {
  constructor(form) {
    this.form = form;
    this.data = form.dataset;
    this.game = GAMES[this.data.game];
    this.players = JSON.parse(this.data.players || "[]");
    this.asked = 0;
    this.game.start(this);
    form.addEventListener("change", () => this.changed());
    form.addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
    if (this.data.do === "remove") this.changed();
  }

  get player() {
    return this.data.player || this.value("player");
  }

  value(name) {
    return this.form.querySelector(`[name="${name}"]:checked`)?.value || "";
  }

  pick(name, value) {
    const box = this.form.querySelector(`[name="${name}"][value="${value}"]`);
    if (box && !box.disabled) box.checked = true;
  }

  body() {
    const made = this.game.body(this);
    if (!made) return null;
    const whole = { do: this.data.do, version: Number(this.data.version), ...made };
    if (this.data.index !== undefined) whole.index = Number(this.data.index);
    return whole;
  }

  changed() {
    const body = this.body();
    const written = JSON.stringify(body);
    // Leaving a field on the way to the button changes nothing: the button must not turn away under the finger.
    if (body && written === this.weighed) return;
    this.weighed = written;
    clearTimeout(this.waiting);
    this.say("", false);
    this.ready(false);
    if (!body) return;
    if (this.game.unseen) this.ready(true);
    else this.waiting = setTimeout(() => this.preview(body), WAIT_MS);
  }

  async preview(body) {
    const asked = ++this.asked;
    if (body.do === "open") { this.ready(true); return; }
    const told = await post("preview", body);
    if (asked !== this.asked) return;
    const bad = told.problems.length > 0;
    this.say(bad ? told.problems.join(" ") : told.says || "", bad);
    this.recount(told);
    this.ready(!bad);
    if (bad) this.weighed = "";
  }

  recount(told) {
    const list = this.form.querySelector(".recount");
    list.hidden = this.data.do === "play" || !told.before;
    if (list.hidden) return;
    list.replaceChildren(...this.players.map((name, at) => {
      const line = document.createElement("li");
      const totals = document.createElement("span");
      const was = document.createElement("s");
      was.textContent = `${told.before[at]} → `;
      const now = document.createElement("b");
      now.textContent = told.totals[at];
      if (told.before[at] !== told.totals[at]) now.className = "moved";
      totals.append(was, now);
      line.append(name, totals);
      return line;
    }));
    if (told.broken?.length) {
      const line = document.createElement("li");
      line.className = "wrong";
      line.textContent = `${document.body.dataset.broken} ${told.broken.map((at) => at + 1).join(", ")}`;
      list.append(line);
    }
  }

  say(text, bad) {
    const box = this.form.querySelector(".verdict");
    box.textContent = text;
    box.classList.toggle("bad", bad);
  }

  ready(yes) {
    const button = this.form.querySelector("[type=submit]");
    if (this.data.do !== "remove") button.disabled = !yes;
  }

  async send(made) {
    const body = made || this.body();
    if (!body) return;
    this.ready(false);
    const told = await post("event", body);
    if (told.problems && !("number" in told)) {
      this.say(told.problems.join(" "), true);
      return;
    }
    this.form.closest("dialog")?.close();
    if (this.data.do !== "play" && this.data.do !== "rack") location.href = "/turns";
    else if (!document.querySelector("[data-page]")) toast(document.body.dataset.saved);
  }
}
