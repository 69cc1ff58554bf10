import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  // A message may be scheduled for the next moment.
  [parley, browser] = await Promise.all([sharedService('everyPart'), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
});
afterEach(() => browser.closeAll());

it('a user schedules a message, changes it on another device, and sends it at once', async () => {
  const device = await bob.connect();
  await device.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  const laptop = await WebClient.open(browser, parley, alice);
  const phone = await WebClient.open(browser, parley, alice, PHONE);
  await laptop.enter('bob Tester');
  await laptop.composer.fill('Happy new year');
  await laptop.add('Send later');
  const form = laptop.dialog;
  await form.getByLabel('Send', { exact: true }).selectOption('At another time');
  await form.getByLabel('Day and time').fill('2020-01-01T09:00');
  await form.getByRole('button', { name: 'Schedule' }).click();
  await form.getByText('Choose a time that is at least a minute ahead.').waitFor();
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-send-later');
  await form.getByLabel('Send', { exact: true }).selectOption('In 1 hour');
  await form.getByRole('button', { name: 'Schedule' }).click();
  await laptop.button('1 scheduled message').click();
  await laptop.dialog.getByText('Happy new year').waitFor();
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-scheduled');
  await expect(laptop.composer.inputValue()).resolves.toBe('');

  await phone.button('Saved').click();
  await phone.dialog.getByText('Scheduled', { exact: true }).click();
  await phone.dialog.getByText('Happy new year').waitFor();
  await expect(phone.faults()).resolves.toEqual([]);
  await browser.screenshot(phone.page, 'web-client-scheduled-phone');
  await phone.dialog.getByRole('button', { name: 'Edit scheduled message' }).click();
  const edit = phone.page.getByRole('dialog', { name: 'Edit scheduled message' });
  await edit.getByLabel('Message').fill('Happy new year to all');
  await browser.screenshot(phone.page, 'web-client-scheduled-edit-phone');
  await edit.getByRole('button', { name: 'Save' }).click();
  await laptop.dialog.getByText('Happy new year to all').waitFor();

  await laptop.dialog.getByRole('button', { name: 'Send now' }).click();
  await device.receive('message.dispatch', ({ data }) => data.content === 'Happy new year to all');
  await phone.dialog.getByText('No scheduled messages.').waitFor();
  await laptop.dialog.getByRole('button', { name: 'Close' }).click();
  await laptop.expectText('Happy new year to all');
  await device.close();
});

it('a scheduled message is cancelled after a question', async () => {
  const alices = await WebClient.open(browser, parley, alice);
  const device = await alice.connect();
  const { data: room } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  const send_at = new Date(Date.now() + 3_600_000).toISOString();
  await device.request('message.schedule', { room_id: room.id, content: 'Never mind', send_at });
  await alices.enter('bob Tester');
  await alices.button('1 scheduled message').click();
  await alices.dialog.getByRole('button', { name: 'Cancel scheduled message' }).click();
  await alices.page.getByRole('button', { name: 'Cancel message' }).click();
  await alices.dialog.getByText('No scheduled messages.').waitFor();
  await device.receive('schedulecancel.dispatch');
  await device.close();
});

it('a message that its author may not send any more is refused, and scheduled again after a reload', async () => {
  const alices = await WebClient.open(browser, parley, alice);
  const [device, bobs] = [await alice.connect(), await bob.connect()];
  const { data: room } = await bobs.request('room.create', {
    type: 'GroupChat',
    name: 'Announcements',
    participants: [alice.id],
  });
  const lock = (group_locked: boolean): Promise<unknown> =>
    bobs.request('room.modify', { room_id: room.id, action: 'update', data: { group_locked } });
  await alices.enter('Announcements');
  const send_at = new Date(Date.now() + 3_600_000).toISOString();
  const { data: item } = await device.request('message.schedule', { room_id: room.id, content: 'Too late', send_at });
  await alices.button('1 scheduled message').waitFor();
  await lock(true);
  await device.request('schedule.update', { id: item.id, send_at: new Date(Date.now() + 2_000).toISOString() });
  const reason = alices.page.getByText('A scheduled message was not sent: you may not send messages there any more.');
  await reason.first().waitFor();
  await expect(alices.button('1 scheduled message').count()).resolves.toBe(0);

  await alices.page.reload();
  await reason.waitFor();
  await alices.page.getByText('Too late').waitFor();
  await expect(alices.faults()).resolves.toEqual([]);
  await browser.screenshot(alices.page, 'web-client-schedule-refused');
  await lock(false);
  await alices.button('Edit refused message').click();
  await expect(alices.dialog.getByLabel('Message').inputValue()).resolves.toBe('Too late');
  await alices.dialog.getByRole('button', { name: 'Schedule' }).click();
  await alices.button('1 scheduled message').waitFor();
  await expect(reason.count()).resolves.toBe(0);
  await Promise.all([device.close(), bobs.close()]);
});

it('a refused message is named in another room, and is removed', async () => {
  const [device, bobs] = [await alice.connect(), await bob.connect()];
  const { data: room } = await bobs.request('room.create', {
    type: 'GroupChat',
    name: 'Announcements',
    participants: [alice.id],
  });
  const alices = await WebClient.open(browser, parley, alice);
  const send_at = new Date(Date.now() + 2_000).toISOString();
  await device.request('message.schedule', { room_id: room.id, content: 'Too late', send_at });
  await bobs.request('room.modify', { room_id: room.id, action: 'update', data: { group_locked: true } });
  await alices.page.getByText('A scheduled message was not sent:').waitFor();
  await alices.enter('Announcements');
  await alices.button('Remove refused message').click();
  await alices.page.getByRole('button', { name: 'Remove message' }).click();
  await device.receive('schedulecancel.dispatch', ({ data }) => data.reason === null);
  await alices.page.getByText('Too late').waitFor({ state: 'detached' });
  await Promise.all([device.close(), bobs.close()]);
});

it('a message whose answer was lost is scheduled once by the next press, with its present text', async () => {
  const device = await alice.connect();
  await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  const alices = await WebClient.visit(browser, parley);
  let lost = 0;
  await alices.page.routeWebSocket(/\/messaging\//, (page) => {
    const server = page.connectToServer();
    server.onMessage((text) => {
      const { eventType, request_id } = JSON.parse(String(text)) as { eventType?: string; request_id?: string };
      if (eventType !== 'messageschedule.dispatch' || request_id === undefined || lost > 0) page.send(text);
      else {
        lost += 1;
        const error = { code: 4006, detail: 'It is unknown whether it was stored.', event_type: 'message.schedule' };
        page.send(JSON.stringify({ eventType: 'error', error: { ...error, request_id } }));
      }
    });
  });
  await alices.logIn(alice.username);
  await alices.isIn();
  await alices.enter('bob Tester');
  await alices.composer.fill('Happy new year');
  await alices.add('Send later');
  await alices.dialog.getByRole('button', { name: 'Schedule' }).click();
  await alices.dialog.getByRole('alert').waitFor();
  expect(lost).toBe(1);
  await alices.dialog.getByLabel('Message').fill('Happy new year to all');
  await alices.dialog.getByRole('button', { name: 'Schedule' }).click();
  // The message is scheduled since the first press; the dialog closes when its text is changed.
  await alices.dialog.waitFor({ state: 'detached' });
  await alices.button('1 scheduled message').waitFor();
  const { data: page } = await device.request('schedule.list', {});
  expect(page.scheduled.map(({ content }) => content)).toEqual(['Happy new year to all']);
  await device.close();
});
