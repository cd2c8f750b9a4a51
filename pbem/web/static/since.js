// What came since the player's last turn: marked on the board if that is wished, which this browser remembers, and stepped
// through there, a move at a time. The board of now stays below, with orders and all; without this a link leads to the replay.

import { arrowStep, Moments } from "./moments.js";

const MARKS = "marks"; // the name under which it is remembered that none are wished

function remembers() {
  try {
    return localStorage.getItem(MARKS) !== "none";
  } catch {
    return true;
  }
}

function remember(isOn) {
  try {
    localStorage.setItem(MARKS, isOn ? "all" : "none");
  } catch {
    // the browser keeps nothing; the page still does
  }
}

export class Since {
  constructor(view) {
    this.view = view;
    this.board = view.board;
    this.isMarked = remembers();
    this.steps = null; // the element of the steps, while they are looked at
    this.board.addEventListener("click", (event) => this.press(event));
    this.board.addEventListener("keydown", (event) => this.key(event));
    this.refresh();
  }

  get place() {
    return this.board.querySelector(".moves");
  }

  // Takes up a page that is new; what is looked at stays.
  refresh() {
    const button = this.place?.querySelector(".marks");
    if (button) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(this.isMarked));
    }
    if (this.steps && !this.place) {
      this.end();
    }
  }

  press(event) {
    const pressed = event.target.closest(".moves :is(a, button)");
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    if (pressed.matches("a")) {
      this.begin();
    } else if (pressed.matches(".marks")) {
      this.isMarked = !this.isMarked;
      remember(this.isMarked);
      this.refresh();
    } else if (pressed.matches(".back")) {
      this.end();
    } else {
      this.go(this.wanted + (pressed.matches(".next") ? 1 : -1));
    }
  }

  key(event) {
    if (!this.steps || event.target.closest(".zoom")) {
      return;
    }
    const step = arrowStep(event);
    if (step) {
      event.preventDefault();
      this.go(this.wanted + step);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.end();
    }
  }

  begin() {
    const { base, positions } = this.place.dataset;
    this.positions = positions.split(" ");
    this.moments = new Moments((n) => base + this.positions[n]);
    this.steps = this.place.querySelector("template").content.firstElementChild.cloneNode(true);
    this.steps.dataset.made = "";
    this.place.append(this.steps);
    this.number = null;
    this.steps.querySelector(".next").focus({ preventScroll: true });
    this.go(0);
  }

  async go(n) {
    const { steps } = this;
    this.wanted = Math.min(Math.max(n, 0), this.positions.length - 1);
    const aim = this.wanted;
    const trouble = steps.querySelector(".trouble");
    try {
      const moment = await this.moments.part(aim);
      if (steps !== this.steps || aim !== this.wanted) {
        return; // another was asked for meanwhile, or none any more
      }
      trouble.hidden = true;
      this.show(aim, moment);
      if (aim + 1 < this.positions.length) {
        this.moments.part(aim + 1).catch(() => {}); // one ahead; that it failed is told when it is asked for
      }
    } catch {
      this.wanted = this.number ?? 0;
      trouble.textContent = this.place.dataset.failed;
      trouble.hidden = false;
    }
  }

  show(n, moment) {
    this.number = n;
    this.steps.querySelector("output").textContent = `${n + 1}/${this.positions.length}`;
    const [prev, next] = [".prev", ".next"].map((way) => this.steps.querySelector(way));
    prev.setAttribute("aria-disabled", String(n === 0));
    next.setAttribute("aria-disabled", String(n + 1 === this.positions.length));
    const told = this.steps.querySelector(".told");
    told.replaceChildren(...[...moment.querySelector("#told").children].map((one) => document.importNode(one, true)));
    told.scrollTop = 0;
    this.clear();
    const drawing = document.importNode(moment.querySelector("figure > svg"), true);
    drawing.dataset.made = "";
    this.view.frame.append(drawing);
    this.view.refresh();
  }

  clear() {
    this.view.past?.remove();
  }

  // Back to the board of now, as it was looked at before.
  end() {
    const hadFocus = this.steps?.contains(document.activeElement);
    this.steps?.remove();
    this.steps = null;
    this.clear();
    this.view.refresh();
    this.refresh();
    if (hadFocus) {
      this.place?.querySelector("a").focus({ preventScroll: true });
    }
  }
}
