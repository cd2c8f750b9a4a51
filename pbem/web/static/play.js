// Spares the game's page its reloads: a click or a pause in typing sends the form as it is and puts the answer in its place.
// Without it the same buttons load the page. Whatever is carried out still leads to a page of its own.
"use strict";

(() => {
  const PATIENCE = 600; // milliseconds without a key after which what was typed is tried
  let typing = null;
  let asked = 0;
  let turn = Promise.resolve(); // clicks are taken one after the other, however fast they come

  const form = () => document.getElementById("orders-form");
  const box = () => document.getElementById("orders");

  function fields(button) {
    const data = new FormData(form());
    if (button && button.name) {
      data.set(button.name, button.value);
    }
    return new URLSearchParams(data);
  }

  async function send(button) {
    clearTimeout(typing);
    const mine = ++asked;
    const typed = box().value;
    const response = await fetch(form().action, {
      method: "POST",
      body: fields(button),
      headers: { "X-Part": "play" },
    });
    if (response.redirected) {
      location.assign(response.url);
      return;
    }
    if (!response.ok) {
      throw new Error(response.statusText);
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("play");
    if (!fresh) {
      throw new Error("not the part that was asked for");
    }
    if (mine === asked && box().value === typed) {
      replace(document.importNode(fresh, true), button);
    }
  }

  function replace(fresh, button) {
    const old = document.getElementById("play");
    const { activeElement } = document;
    const open = [...old.querySelectorAll("details")].map((details) => details.open);
    const caret = activeElement === box() ? [box().selectionStart, box().selectionEnd, box().scrollTop] : null;
    fresh.querySelectorAll("details").forEach((details, at) => {
      details.open = open[at];
    });
    // The map stays where it is looked at, and the box of text stays the one that is typed in.
    for (const part of [".board", "section.holdings"]) {
      old.querySelector(part).replaceWith(fresh.querySelector(part));
    }
    const bench = fresh.querySelector(".bench");
    const kept = box();
    const came = bench.querySelector("#orders");
    kept.value = came.value;
    kept.rows = came.rows;
    if (caret) {
      came.replaceWith(kept);
    }
    const ask = bench.querySelector("[autofocus]");
    if (ask) {
      ask.removeAttribute("autofocus"); // browsers heed it on a page that is loaded, and complain of it here
    }
    old.querySelector(".bench").replaceWith(bench);
    focus(ask, caret, button);
    say();
  }

  // What is spoken stands in an element that stays: a live region that comes anew says nothing.
  function say() {
    const parts = document.querySelectorAll("#trial .verdict, #trial .bad p, #trial li:last-child.good p");
    document.getElementById("said").textContent = [...parts].map((part) => part.textContent.trim()).join(" ");
  }

  function focus(ask, caret, button) {
    if (ask) {
      ask.focus();
    } else if (caret) {
      box().focus();
      box().setSelectionRange(caret[0], caret[1]);
      box().scrollTop = caret[2];
    } else if (button) {
      const same = [...form().elements].find((one) => one.name === button.name && one.value === button.value);
      const next = same || document.querySelector("#choices button") || form().querySelector("button.main");
      next.focus({ preventScroll: true });
    }
  }

  async function press(button) {
    try {
      await send(button);
    } catch {
      // The plain way shows what is wrong, be it a session that has ended.
      const hidden = document.createElement("input");
      hidden.type = "hidden";
      hidden.name = button ? button.name : "do";
      hidden.value = button ? button.value : "preview";
      form().append(hidden);
      form().submit();
    }
  }

  document.addEventListener("submit", (event) => {
    if (event.target === form()) {
      event.preventDefault();
      turn = turn.then(() => press(event.submitter));
    }
  });

  document.addEventListener("input", (event) => {
    if (event.target !== box()) {
      return;
    }
    clearTimeout(typing);
    asked += 1; // an answer under way is about another text
    typing = setTimeout(() => send(null).catch(() => {}), PATIENCE);
  });
})();
