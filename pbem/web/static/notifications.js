// The page of notifications: has this device told what is new, or says why it cannot be; shows which of the devices it
// is, and what became of a test. The worker is registered only once its player wants it.

const place = document.getElementById("this-device");
const form = place.querySelector("form");
const TRIES = 30;
const BETWEEN = 2_000; // milliseconds between two looks at what became of a test

function show(state) {
  place.querySelectorAll("[data-when]").forEach((one) => {
    one.hidden = one.dataset.when !== state;
  });
}

function obstacle() {
  if (!window.isSecureContext) {
    return "insecure";
  }
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    const isApple = /iPad|iPhone|iPod/.test(navigator.userAgent) || (/^Mac/.test(navigator.platform) && navigator.maxTouchPoints > 1);
    return isApple ? "home-screen" : "unable";
  }
  return Notification.permission === "denied" ? "denied" : "";
}

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The card of this device; null where it is not told, or not for this player.
async function ownCard() {
  const registration = await navigator.serviceWorker.getRegistration(place.dataset.scope);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? document.querySelector(`[data-device="${await digest(subscription.endpoint)}"]`) : null;
}

async function begin() {
  const fault = obstacle();
  if (fault) {
    show(fault);
    return;
  }
  const card = await ownCard();
  show(card ? "known" : "ready");
  if (card) {
    card.querySelector(".this").hidden = false;
  }
}

async function subscribe() {
  const registration = await navigator.serviceWorker.register(place.dataset.worker);
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: place.dataset.key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    if (error.name !== "InvalidStateError") {
      throw error;
    }
    const other = await registration.pushManager.getSubscription(); // made for a key that the server has no more
    await other?.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

let isAsking = false;

form.addEventListener("submit", async (event) => {
  if (form.elements.endpoint.value) {
    return; // with all that the server needs
  }
  event.preventDefault();
  if (isAsking) {
    return;
  }
  isAsking = true;
  try {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") {
      show(permission === "denied" ? "denied" : "ready");
      return;
    }
    const { endpoint, keys } = (await subscribe()).toJSON();
    Object.entries({ endpoint, ...keys }).forEach(([name, value]) => {
      form.elements[name].value = value;
    });
    form.requestSubmit();
  } catch {
    show("failed");
  } finally {
    isAsking = false;
  }
});

// Looks what became of tests, as long as one is under way.
async function follow(tries) {
  if (!tries || !document.querySelector("[data-waits]")) {
    return;
  }
  await new Promise((done) => setTimeout(done, BETWEEN));
  try {
    const response = await fetch(location.pathname);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    document.querySelectorAll("[data-waits]").forEach((one) => {
      const found = page.getElementById(one.id);
      if (found && !("waits" in found.dataset)) {
        one.replaceChildren(...found.childNodes);
        delete one.dataset.waits;
      }
    });
  } catch {
    // it cannot be reached just now
  }
  follow(tries - 1);
}

begin();
follow(TRIES);
