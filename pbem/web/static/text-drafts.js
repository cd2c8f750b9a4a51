// Keeps what is written in a form with a text until the server has taken it: over a page that is loaded again, a line that
// is down, a session that is over. It stays in this browser, under the player's number, and goes when they sign out
// (`forms.js`). What was sent without an answer comes back with its form's key, so that it is dealt with once.

const { player } = document.body.dataset;

function shelf(form) {
  const name = `orders ${player} form ${new URL(form.action).pathname}`; // begins as all do that `forms.js` forgets
  return {
    get() {
      try {
        return JSON.parse(localStorage.getItem(name));
      } catch {
        return null;
      }
    },
    put(kept) {
      try {
        if (kept && !(Number(localStorage.getItem("signed out")) > performance.timeOrigin)) {
          localStorage.setItem(name, JSON.stringify({ ...kept, at: Date.now() }));
        } else {
          localStorage.removeItem(name);
        }
      } catch {
        // the browser keeps nothing; the page still does
      }
    },
  };
}

function fields(form) {
  return [...new FormData(form)].filter(([name]) => name !== "csrf_token");
}

function fill(form, kept) {
  const has = (box) => kept.fields.some(([name, value]) => name === box.name && value === box.value);
  for (const box of form.elements) {
    if (box.type === "checkbox" || box.type === "radio") {
      box.checked = has(box);
    } else if (box.nodeName === "TEXTAREA" || (kept.sent && box.name === "form_key")) {
      box.value = kept.fields.find(([name]) => name === box.name)?.[1] ?? box.value;
    }
  }
}

function keep(form, box) {
  const place = shelf(form);
  const kept = place.get();
  if (kept?.sent && location.hash === "#said") {
    place.put(null); // the page that says it was taken
  } else if (kept && !box.value.trim()) {
    fill(form, kept);
  }
  const note = (sent) => place.put(box.value.trim() ? { fields: fields(form), sent } : null);
  form.addEventListener("input", () => note(false));
  form.addEventListener("submit", () => note(true));
}

if (player) {
  for (const box of document.querySelectorAll('main form textarea[name="text"]')) {
    keep(box.form, box);
  }
}
