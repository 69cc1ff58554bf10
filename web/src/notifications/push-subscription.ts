import { ParleyError } from '@parley/client';

import { accountRequest } from '../session/account-request.js';
import { isOn, setOn } from './device-notifications.js';
import { keepPushTexts } from './push-texts.js';

const SUBSCRIPTIONS = 'api/push/subscriptions/';

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  (navigator as Partial<Navigator>).serviceWorker?.getRegistration();

/** Asks for the permission, and subscribes to pushes. Only after a click. @throws ParleyError */
export async function turnOn(): Promise<void> {
  setOn((await Notification.requestPermission()) === 'granted');
  if (!isOn.value) return;
  await subscribe();
}

/** Ends notifications and pushes on this device. @throws ParleyError if the service does not know it */
export async function turnOff(): Promise<void> {
  setOn(false);
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await send('DELETE', { endpoint: subscription.endpoint });
}

/**
 * Sends the subscription of this device again, as the service wishes it at each start, or makes it. @throws ParleyError
 */
export async function subscribe(): Promise<void> {
  const push = (await registered())?.pushManager;
  if (!isOn.value || !push) return;
  keepPushTexts();
  const subscription = (await push.getSubscription()) ?? (await newSubscription(push));
  if (subscription) await send('POST', subscription.toJSON());
}

/** @returns null if the service sends no pushes: notifications come while the page is open */
async function newSubscription(push: PushManager): Promise<PushSubscription | null> {
  const response = await fetch(new URL('api/push/key/', document.baseURI));
  if (!response.ok) return null;
  const { public_key: applicationServerKey } = (await response.json()) as { readonly public_key: string };
  return push.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function send(method: 'POST' | 'DELETE', body: object): Promise<void> {
  const response = await accountRequest(method, SUBSCRIPTIONS, body);
  if (response && !response.ok) throw new ParleyError(4006, 'The service has refused the subscription.');
}
