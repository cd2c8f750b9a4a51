// A press on the board where nothing can be laid: the server tells why, with the rule, and the board shows it.

const LONGEST = 10000; // milliseconds after which no answer is waited for

export class Unlit {
  constructor(view) {
    this.view = view;
    this.asked = 0;
    this.line = document.createElement("p");
    this.line.className = "why";
    this.line.setAttribute("role", "status");
    this.line.dataset.made = "";
    view.frame.after(this.line);
  }

  clear() {
    this.asked += 1; // an answer under way is about another press
    this.line.replaceChildren();
  }

  // Asks why nothing can be laid on the square at a point of the window.
  async ask(clientX, clientY) {
    this.clear();
    const mine = this.asked;
    const form = document.getElementById("orders-form");
    if (!form || this.view.past) {
      return;
    }
    const square = this.view.at(clientX, clientY).map((value) => Math.floor(value / this.view.square));
    const body = new URLSearchParams(new FormData(form));
    body.set("square", square.join(" "));
    try {
      const signal = AbortSignal.timeout(LONGEST);
      const response = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "why" }, signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const why = page.getElementById("why");
      if (why && mine === this.asked) {
        this.line.replaceChildren(...why.childNodes);
      }
    } catch {
      // what is pressed next tells what is the matter
    }
  }
}
