import type { GroupChat } from '@parley/protocol';
import type { Locator } from 'playwright-core';

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
let leader: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
/** Alice's group, with so many members that they can be searched. */
beforeEach(async () => {
  const people = await users(parley, 'alice', 'bob', 'carol', 'dave', 'erin', 'frank');
  ({ alice, bob } = people);
  leader = await alice.connect();
  const participants = Object.values(people).flatMap(({ id }) => (id === alice.id ? [] : [id]));
  room = (await leader.request('room.create', { type: 'GroupChat', name: 'Friends', participants })).data as GroupChat;
});
afterEach(async () => {
  await leader.close();
  await browser.closeAll();
});

/** Opens the settings of the room. @returns its members */
async function members(client: WebClient): Promise<Locator> {
  await client.enter('Friends');
  await client.button('Room settings').click();
  const section = client.dialog.getByRole('region', { name: 'Members' });
  await section.getByRole('listitem').first().waitFor();
  return section;
}

const rowOf = (section: Locator, name: string): Locator => section.getByRole('listitem').filter({ hasText: name });

it('a member chooses a nickname, which all see beside the name, and a leader removes it', async () => {
  const laptop = await WebClient.open(browser, parley, alice);
  const phone = await WebClient.open(browser, parley, bob, PHONE);
  const [ofAlice, ofBob] = [await members(laptop), await members(phone)];
  const field = ofBob.getByLabel('Your nickname in this room');
  await field.fill('Captain');
  await field.press('Enter');
  await rowOf(ofBob, 'Captain').waitFor();
  const row = rowOf(ofAlice, 'Captain bob Tester');
  await row.waitFor();
  await phone.button('Remove nickname').scrollIntoViewIfNeeded();
  await expect(phone.faults()).resolves.toEqual([]);
  expect(await phone.overflows()).toEqual([]);
  await browser.screenshot(phone.page, 'web-client-nickname-phone');

  await ofAlice.getByRole('searchbox').fill('capt');
  await rowOf(ofAlice, 'carol Tester').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Edit bob Tester' }).click();
  await row.scrollIntoViewIfNeeded();
  await laptop.expectAccessible(browser, 'web-client-nicknames');
  await row.getByRole('button', { name: 'Remove the nickname of bob Tester' }).click();
  await row.waitFor({ state: 'detached' });
  await rowOf(ofBob, 'Captain').waitFor({ state: 'detached' });
  await expect(field.inputValue()).resolves.toBe('');
});

it('a nickname that is refused says why, and a muted member only removes the own one', async () => {
  const page = await WebClient.open(browser, parley, bob);
  const section = await members(page);
  const field = section.getByLabel('Your nickname in this room');
  await field.fill('\u200B');
  await field.press('Enter');
  await section.getByText('Must not be blank.').waitFor();
  await field.fill('Captain');
  await field.press('Enter');
  await rowOf(section, 'Captain').waitFor();
  await leader.request('room.restrict', { room_id: room.id, user_id: bob.id, kind: 'mute' });
  await field.fill('Admiral');
  await section.getByRole('button', { name: 'Save' }).click();
  await page.dialog.getByText(/^You are muted in this room: you can remove your nickname/).waitFor();
  await section.getByRole('button', { name: 'Remove nickname' }).click();
  await rowOf(section, 'Captain').waitFor({ state: 'detached' });
  await expect(field.inputValue()).resolves.toBe('');
});
