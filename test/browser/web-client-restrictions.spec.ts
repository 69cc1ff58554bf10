import type { GroupChat } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
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
let carol: TestUser;
let leader: ChatClient;
let member: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  [leader, member] = await Promise.all([alice.connect(), bob.connect()]);
  const group = { type: 'GroupChat', name: 'Friends', participants: [bob.id, carol.id] };
  room = (await leader.request('room.create', group)).data as GroupChat;
});
afterEach(async () => {
  await Promise.all([leader.close(), member.close()]);
  await browser.closeAll();
});

const restrict = (kind: 'mute' | 'ban' | 'none', more: object = {}): Promise<unknown> =>
  leader.request('room.restrict', { room_id: room.id, user_id: bob.id, kind, ...more });

it('a leader mutes the sender of a message, who sees why and until when, and lifts that', async () => {
  await member.request('message.send', { room_id: room.id, content: 'Buy this!' });
  const laptop = await WebClient.open(browser, parley, alice);
  const phone = await WebClient.open(browser, parley, bob, PHONE);
  await phone.enter('Friends');
  await phone.composer.waitFor();
  await laptop.enter('Friends');
  await laptop.act('Buy this!', 'Mute or ban');
  const dialog = laptop.page.getByRole('dialog', { name: 'Mute or ban bob Tester' });
  await dialog.getByLabel('Reason (optional)').fill('No advertisements');
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-restrict');
  await dialog.getByRole('button', { name: '1 hour' }).click();
  await dialog.waitFor({ state: 'detached' });

  await phone.page.getByText(/^You are muted in this room until .* Reason: No advertisements$/).waitFor();
  await phone.page
    .getByRole('timer')
    .getByText(/^(59:\d\d|1:00:00) left$/)
    .waitFor();
  await expect(phone.composer.count()).resolves.toBe(0);
  await expect(phone.faults()).resolves.toEqual([]);
  expect(await phone.overflows()).toEqual([]);
  await browser.screenshot(phone.page, 'web-client-muted-phone');
  await phone.setDirection('rtl');
  await browser.screenshot(phone.page, 'web-client-muted-phone-rtl');

  await laptop.act('Buy this!', 'Mute or ban');
  await dialog.getByText('No advertisements').waitFor();
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-restricted');
  await dialog.getByRole('button', { name: 'Lift the restriction of bob Tester' }).click();
  await phone.composer.waitFor();
});

it('a mute ends by itself', async () => {
  const bobs = await WebClient.open(browser, parley, bob);
  await bobs.enter('Friends');
  await restrict('mute', { until: new Date(Date.now() + 4_000).toISOString() });
  await bobs.page.getByText(/^You are muted in this room until/).waitFor();
  await bobs.composer.waitFor();
  await bobs.send('I am back');
  await leader.receive('message.dispatch', ({ data }) => data.content === 'I am back');
});

it('a banned user is removed with a notice that says why and until when', async () => {
  const laptop = await WebClient.open(browser, parley, alice);
  const phone = await WebClient.open(browser, parley, bob, PHONE);
  await phone.enter('Friends');
  await laptop.enter('Friends');
  await laptop.button('Room settings').click();
  const row = laptop.dialog.getByRole('listitem').filter({ hasText: 'bob Tester' });
  await row.getByRole('button', { name: /^Edit/ }).click();
  await row.getByLabel('Reason (optional)').fill('Too many advertisements');
  await browser.screenshot(laptop.page, 'web-client-restrict-member');
  await row.getByRole('button', { name: 'Ban bob Tester' }).click();
  await laptop.page.getByRole('dialog', { name: 'Ban bob Tester from this room?' }).waitFor();
  await expect(laptop.faults()).resolves.toEqual([]);
  await laptop.button('Ban').click();
  await phone.page.getByRole('heading', { name: 'You were banned from Friends' }).waitFor();
  await phone.page.getByText('You cannot come back until the ban is lifted. Reason: Too many advertisements').waitFor();
  await expect(phone.faults()).resolves.toEqual([]);
  expect(await phone.overflows()).toEqual([]);
  await browser.screenshot(phone.page, 'web-client-banned-phone');
  const restrictions = laptop.dialog.getByRole('region', { name: 'Restrictions' });
  await restrictions.getByText('Banned').waitFor();
  await restrictions.scrollIntoViewIfNeeded();
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-restrictions');
  await restrictions.getByRole('button', { name: 'Lift the restriction of bob Tester' }).click();
  await restrictions.waitFor({ state: 'detached' });
});

it('slow mode counts the seconds at the composer, after replies in threads too', async () => {
  const laptop = await WebClient.open(browser, parley, alice);
  const phone = await WebClient.open(browser, parley, bob, PHONE);
  await laptop.enter('Friends');
  await laptop.button('Room settings').click();
  const rules = laptop.dialog.getByRole('region', { name: 'Rules' });
  await rules.getByLabel('Slow mode').selectOption('5 minutes');
  await phone.enter('Friends');
  await member.receive('roomupdate.dispatch', ({ data }) => 'slow_mode_seconds' in data && data.slow_mode_seconds > 0);
  await rules.scrollIntoViewIfNeeded();
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-room-rules');
  await expect(phone.page.getByRole('timer').count()).resolves.toBe(0);
  const { data: root } = await leader.request('message.send', { room_id: room.id, content: 'What do you think?' });
  await phone.expectText('What do you think?');
  const extra_fields = { thread_id: root.id };
  await member.request('message.send', { room_id: room.id, content: 'I agree', extra_fields });
  await phone.page.getByText(/^Slow mode: you can send again in (4:\d\d|5:00)\.$/).waitFor();
  await expect(phone.faults()).resolves.toEqual([]);
  expect(await phone.overflows()).toEqual([]);
  await browser.screenshot(phone.page, 'web-client-slow-mode-phone');
  await leader.request('room.modify', { room_id: room.id, action: 'update', data: { slow_mode_seconds: 0 } });
  await phone.page.getByRole('timer').waitFor({ state: 'detached' });
});
