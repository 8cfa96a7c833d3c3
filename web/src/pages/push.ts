/** “Your turn” by web push: this browser is told through its service worker, even while the page is closed. */
import { get, put, remove } from "../lib/api";

/** Can this browser be told at all? Only on https, or on this very machine. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && isSecureContext;

/** base64url as the server writes its key, as the bytes that the browser wants. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export const isTold = async (): Promise<boolean> => canPush() && (await subscription()) !== null;

/** Asks the person, then subscribes; false if the person does not want it. */
export async function tellMe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await get<{ key: string }>("/api/push");
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) });
  const { endpoint, keys, expirationTime } = made.toJSON();
  await put("/api/me/push", { endpoint, keys, expirationTime: expirationTime ?? null });
  return true;
}

export async function tellMeNoMore(): Promise<void> {
  const made = await subscription();
  if (made === null) return;
  await remove(`/api/me/push?endpoint=${encodeURIComponent(made.endpoint)}`);
  await made.unsubscribe();
}
