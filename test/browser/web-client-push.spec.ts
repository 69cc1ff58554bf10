import { readFileSync } from 'node:fs';

import type { GroupChat } from '@parley/protocol';
import type { Worker } from 'playwright-core';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { newFriends } from '../support/friends.js';
import { sendMessage } from '../support/messaging.js';
import type { TestUser } from '../support/people.js';
import { PushService } from '../support/push-service.js';
import type { Pushed, PushedBrowser } from '../support/push-service.js';
import { pushing } from '../support/pushes.js';
import { newServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { WebClient } from '../support/web-client.js';

let pushService: PushService;
let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: ChatClient;
let room: GroupChat;
let pushed: PushedBrowser;

beforeAll(async () => {
  pushService = await PushService.start();
  [parley, browser] = await Promise.all([
    Service.start(pushing(pushService), await newServiceData()),
    Browser.startWithNotifications(),
  ]);
});
afterAll(async () => {
  await browser.stop();
  await parley.stop();
  await pushService.stop();
});
beforeEach(async () => {
  ({ alice, device: bob, room } = await newFriends(parley));
  pushed = pushService.subscribes();
});
afterEach(async () => {
  await bob.close();
  await browser.closeAll();
});

/** Opens the web client in a browser whose push service is that of the specs: its own cannot be reached here. */
async function open(): Promise<WebClient> {
  const client = await WebClient.visit(browser, parley, {
    serviceWorkers: 'allow',
    permissions: ['notifications', 'clipboard-write', 'local-network-access'],
  });
  await client.page.context().addInitScript(`
    const subscription = ${JSON.stringify(pushed.toJSON())};
    const found = { ...subscription, toJSON: () => subscription, unsubscribe: () => { made = null; return Promise.resolve(true); } };
    let made = null;
    PushManager.prototype.subscribe = () => Promise.resolve((made = found));
    PushManager.prototype.getSubscription = () => Promise.resolve(made);
    globalThis.shows = [];
    // An empty page has none.
    const registration = globalThis.ServiceWorkerRegistration?.prototype ?? {};
    const show = registration.showNotification;
    registration.showNotification = function (...notification) {
      globalThis.shows.push(show.apply(this, notification));
      return globalThis.shows.at(-1);
    };`);
  await client.page.reload();
  await client.logIn(alice.username);
  await client.isIn();
  await client.page.evaluate('navigator.serviceWorker.ready');
  return client;
}

async function turnOn(client: WebClient): Promise<void> {
  await client.button('Settings').click();
  const choice = client.dialog.getByRole('switch', { name: 'Show notifications' });
  expect(await choice.isChecked()).toBe(false);
  // The switch is on before the service has the subscription.
  const subscribed = client.page.waitForResponse((response) => response.url().endsWith('/api/push/subscriptions/'));
  await choice.click();
  await client.dialog.getByRole('switch', { name: 'Sound' }).waitFor();
  await subscribed;
  await browser.screenshot(client.page, 'web-client-device-notifications');
  await client.page.keyboard.press('Escape');
}

/** Closes the page of the user, and waits until the service knows it: a user with a connection gets no push. */
async function closed(page: WebClient['page']): Promise<void> {
  await page.close();
  await waitForOpenSessions(0, parley.serviceData, alice.username);
}

/** The notifications that the browser shows. */
const shown = (client: WebClient): Promise<string[]> =>
  client.page.evaluate<string[]>(
    'navigator.serviceWorker.ready.then((worker) => worker.getNotifications())' +
      '.then((all) => all.map(({ title, body }) => `${title}: ${body}`))',
  );

/**
 * Waits until the page has shown a number of notifications. Chromium forgets a notification that is asked for while it
 * is not shown yet, so a spec may not poll for it.
 */
async function hasShown(client: WebClient, number: number): Promise<void> {
  await client.page.waitForFunction(`globalThis.shows.length === ${String(number)}`);
  await client.page.evaluate('Promise.all(globalThis.shows)');
}

/** Gives a push to the service worker, and waits until it is shown. */
const push = (worker: Worker, payload: object): Promise<void> =>
  worker.evaluate(async (data) => {
    const { PushEvent, dispatchEvent } = globalThis as unknown as {
      PushEvent: new (name: string, init: object) => Event;
      dispatchEvent: (event: Event) => void;
    };
    const event = new PushEvent('push', { data });
    let shown: Promise<void> | undefined;
    // Only an event of the browser itself can be waited for.
    Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<void>) => void (shown = promise) });
    dispatchEvent(event);
    await shown;
  }, JSON.stringify(payload));

it('a user turns notifications on: a push is shown once, and a click opens its room', async () => {
  const client = await open();
  await turnOn(client);
  // Without the page, the service pushes.
  const { page } = client;
  const worker = page.context().serviceWorkers()[0]!;
  const other = await page.context().newPage();
  await closed(page);
  await bob.request('message.send', { room_id: room.id, content: 'Are you there?' });
  const [{ payload }] = (await pushed.has(1)) as [Pushed];
  const back = await WebClient.resume(other, parley);
  await push(worker, payload);
  await expect.poll(() => shown(back)).toEqual(['Friends: bob Tester: Are you there?']);
  await push(worker, payload);
  await expect.poll(() => shown(back)).toEqual(['Friends: bob Tester: Are you there?']);

  // Chromium lists a notification for some time after the worker has closed it, now and then for good.
  const isClosed = await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<[object]> };
      NotificationEvent: new (name: string, init: object) => Event;
      dispatchEvent: (event: Event) => void;
    };
    return scope.registration.getNotifications().then(([notification]) => {
      let closed = false;
      Object.defineProperty(notification, 'close', { value: () => (closed = true) });
      const event = new scope.NotificationEvent('notificationclick', { notification });
      Object.defineProperty(event, 'waitUntil', {
        // The browser lets only a click of the user give a page the focus.
        value: (opened: Promise<void>) => void opened.catch(() => undefined),
      });
      scope.dispatchEvent(event);
      return closed;
    });
  });
  expect(isClosed).toBe(true);
  await back.page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor();
});

it('a pushed reminder of a message is shown beside the message, as a reminder in the language of the page', async () => {
  const client = await open();
  await turnOn(client);
  const { page } = client;
  const worker = page.context().serviceWorkers()[0]!;
  const other = await page.context().newPage();
  await closed(page);
  const { id } = await sendMessage(bob, room, 'Are you there?');
  const [message] = (await pushed.has(1)) as [Pushed];
  const device = await alice.connect();
  const remind_at = new Date(Date.now() + 4_000).toISOString();
  await device.request('message.save', { message_id: id, saved: true, remind_at });
  await device.close();
  const [, reminder] = (await pushed.has(2)) as [Pushed, Pushed];

  const back = await WebClient.resume(other, parley);
  await push(worker, message.payload);
  await push(worker, reminder.payload);
  const text = 'bob Tester: Are you there?';
  expect((await shown(back)).toSorted()).toEqual([`Friends: Reminder: ${text}`, `Friends: ${text}`]);

  await back.button('Settings').click();
  const languages = back.dialog.locator('select:has(option[value=ar])');
  for (const code of ['ar', 'de', 'es', 'ja', 'en']) {
    await languages.selectOption(code);
    await expect
      .poll(async () => {
        await back.page.evaluate(`navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
          .then((all) => all.forEach((each) => each.close()))`);
        await push(worker, reminder.payload);
        return shown(back);
      })
      .toEqual([`Friends: ${reminderIn(code).replace('{text}', code === 'ar' ? `\u2068${text}\u2069` : text)}`]);
  }
});

function reminderIn(code: string): string {
  const catalogue = new URL(`../../web/src/languages/catalogues/${code}.json`, import.meta.url);
  return (JSON.parse(readFileSync(catalogue, 'utf8')) as { 'chat.reminder': string })['chat.reminder'];
}

it('a message that the user does not see is shown while the page is open, unless the room is muted', async () => {
  const client = await open();
  await bob.request('message.send', { room_id: room.id, content: 'Before' });
  await client.room('Friends').getByText('Before').waitFor();
  expect(await shown(client)).toEqual([]);
  await turnOn(client);
  await bob.request('message.send', { room_id: room.id, content: 'Look' });
  await hasShown(client, 1);
  expect(await shown(client)).toEqual(['Friends: bob Tester: Look']);

  const device = await alice.connect();
  await client.button('Settings').click();
  await client.dialog.getByText('Nothing', { exact: true }).click();
  await expect(client.dialog.getByRole('radio', { name: 'Nothing' }).isChecked()).resolves.toBe(true);
  // The page receives it before what is sent from now on.
  await device.receive('usernotify.dispatch');
  await device.close();
  await client.page.keyboard.press('Escape');
  await bob.request('message.send', { room_id: room.id, content: 'Silent' });
  await client.room('Friends').getByText('Silent').waitFor();
  expect(await shown(client)).toEqual(['Friends: bob Tester: Look']);
});
