// On every page: the menu folds when it is left; a form that was sent is not sent again while it is under way, and what a player typed here and did not
// send is nobody else's to see. Without it the server alone sees to the first, and nothing typed is kept.
"use strict";

(() => {
  const KEPT = "orders "; // what each entry's name begins with; the player's number comes next
  const OUT = "signed out"; // set for other tabs to notice
  const LONGEST = 30 * 24 * 3600 * 1000; // milliseconds for which typed orders are kept
  const { player, sending } = document.body.dataset;

  function entries() {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(KEPT));
    } catch {
      return []; // the browser keeps nothing
    }
  }

  function isOld(name) {
    try {
      return !(Date.now() - JSON.parse(localStorage.getItem(name)).at < LONGEST);
    } catch {
      return true;
    }
  }

  function forgetAll() {
    entries().forEach((name) => localStorage.removeItem(name));
  }

  // Another tab may have kept something while the server was asked, and still shows what is the player's own.
  function tellOtherTabs() {
    try {
      localStorage.setItem(OUT, String(Date.now()));
      forgetAll();
    } catch {
      // the browser keeps nothing
    }
  }

  function start(form, button) {
    form.dataset.underWay = "yes";
    if (button) {
      button.dataset.called = button.textContent;
      button.textContent = sending;
      button.setAttribute("aria-disabled", "true");
    }
  }

  function reset() {
    document.querySelectorAll("form[data-under-way]").forEach((form) => delete form.dataset.underWay);
    document.querySelectorAll("button[data-called]").forEach((button) => {
      button.textContent = button.dataset.called;
      button.removeAttribute("aria-disabled");
      delete button.dataset.called;
    });
  }

  entries()
    .filter((name) => isOld(name) || (player && !name.startsWith(`${KEPT}${player} `)))
    .forEach((name) => localStorage.removeItem(name));

  // At a shared screen nobody's orders outlast their turn, and the cover is seen from its top.
  const covered = document.querySelector(".cover[data-tag]")?.dataset.tag;
  if (covered) {
    entries()
      .filter((name) => name.split(" ")[2] === covered)
      .forEach((name) => localStorage.removeItem(name));
    history.scrollRestoration = "manual";
    window.addEventListener("load", () => window.scrollTo(0, 0));
  }

  if (!player && (location.hash === "#signed-out" || document.getElementById("signed-out"))) {
    tellOtherTabs();
  }

  // On the window, so that what a page's own script has taken is not taken twice.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") {
      return;
    }
    if (form.dataset.underWay) {
      event.preventDefault();
      return;
    }
    if ("forgets" in form.dataset) {
      forgetAll();
    }
    start(form, event.submitter);
  });

  // The menu: a panel is left by Escape, or by a press beside it.
  function foldMenu(except) {
    document.querySelectorAll("header details[open]").forEach((menu) => {
      if (menu !== except) {
        menu.open = false;
      }
    });
  }

  document.addEventListener("keydown", (event) => {
    const open = document.querySelector("header details[open]");
    if (event.key === "Escape" && open) {
      open.open = false;
      open.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", (event) => foldMenu(event.target.closest("header details")));
  document.addEventListener("focusin", (event) => foldMenu(event.target.closest("header details")));

  window.addEventListener("pageshow", reset); // a page that the browser went back to
  window.addEventListener("storage", (event) => {
    if (event.key === OUT && player) {
      forgetAll(); // what this tab wrote before it heard of it, which the other could not see yet
      location.reload();
    }
  });
})();
