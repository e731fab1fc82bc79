/** Installs the service worker, which keeps the page for use without a network, and tells of a new version. */
import { isInFrame } from "../ui/framed";
import { createStore, type Store } from "../ui/store";

/** A version that waits until the person switches to it, or null. */
export const waitingVersion: Store<ServiceWorker | null> = createStore<ServiceWorker | null>(null);

/** The page's own parts come first, milliseconds. */
const AFTER_MS = 3000;

/** A page that stays open asks now and then whether there is a new version, or one that can be kept now, milliseconds. */
const EVERY_MS = 3_600_000;

/** Not the single-file page, which has no other files, nor localhost, where any other program can be served next. */
function isInstallable(): boolean {
  const isOneFile = "fileAddresses" in globalThis;
  const isPassing = location.hostname === "localhost" || isOneFile;
  return import.meta.env.PROD && "serviceWorker" in navigator && !isInFrame() && !isPassing;
}

export function keepOffline(): void {
  if (!isInstallable()) return;
  setTimeout(() => install().catch(() => {}), AFTER_MS);
  const renew = async () => (await install()).update();
  setInterval(() => renew().catch(() => {}), EVERY_MS);
}

/** Without effect on what is installed: after a failure nothing is. */
async function install(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register("./service-worker.js", { updateViaCache: "none" });
  const tell = () => {
    const { waiting } = registration;
    // The first version of all waits for nobody.
    if (waiting !== null && navigator.serviceWorker.controller !== null) waitingVersion.update(() => waiting);
  };
  registration.onupdatefound = () => registration.installing?.addEventListener("statechange", tell);
  tell();
  return registration;
}

/** Shows the waiting version, in this tab alone. */
export function switchVersion(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waitingVersion.get()?.postMessage("switch");
}
