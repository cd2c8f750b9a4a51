// Shows what the server tells this device, and leads to the game. It keeps nothing and answers no requests of pages.
"use strict";

const HOME = self.registration.scope;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const text = (value) => (typeof value === "string" ? value : "");

// An address of this site; its home for any other.
function ownAddress(value) {
  try {
    const found = new URL(text(value), HOME);
    return found.href.startsWith(HOME) ? found.href : HOME;
  } catch {
    return HOME;
  }
}

// What was sent; the site's name alone where that cannot be read, since browsers want something shown for every push.
function read(data) {
  try {
    const sent = data.json();
    return {
      title: text(sent.title) || self.location.hostname,
      body: text(sent.body),
      tag: text(sent.tag),
      url: ownAddress(sent.url),
      kind: text(sent.kind),
    };
  } catch {
    return { title: self.location.hostname, body: "", tag: "", url: HOME, kind: "" };
  }
}

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

// Whether a page is one of the game that an address names.
function isOf(page, url) {
  const [shown, wanted] = [new URL(page).pathname, new URL(url).pathname.replace(/\/$/, "")];
  return shown === wanted || shown.startsWith(`${wanted}/`);
}

async function notify(message) {
  const open = await windows();
  const isSeen = open.some((one) => one.focused && one.visibilityState === "visible" && isOf(one.url, message.url));
  if (isSeen && message.kind !== "test" && message.url !== HOME) {
    return;
  }
  await self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    icon: new URL("static/icons/icon-192.png", HOME).href,
    data: { url: message.url },
  });
}

async function lead(url) {
  const found = (await windows()).find((one) => isOf(one.url, url));
  return found ? found.focus() : self.clients.openWindow(url);
}

// The browser has given this device another address: the secret of the old one proves to the server whose it is.
async function renew(old, given) {
  const was = old.toJSON();
  const subscription = given ?? (await self.registration.pushManager.subscribe(old.options));
  const { endpoint, keys } = subscription.toJSON();
  await fetch(new URL("service-worker/renew", HOME), {
    method: "POST",
    body: new URLSearchParams({ old: was.endpoint, old_auth: was.keys?.auth ?? "", endpoint, ...keys }),
  });
}

self.addEventListener("push", (event) => event.waitUntil(notify(read(event.data))));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(ownAddress(event.notification.data?.url)));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) {
    event.waitUntil(renew(event.oldSubscription, event.newSubscription));
  }
});
