import { Browser } from '../support/browser.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
});
afterEach(() => browser.closeAll());

/** The names of the rooms in the list and the headings between them. */
const listed = (page: WebClient): Promise<string[]> =>
  page.rooms.locator('.room-row-name, .room-group').allTextContents();

it('a user has favourites, archives a room, and marks messages as unread, on two devices', async () => {
  const device = await bob.connect();
  const member = { user: alice, device: await alice.connect() };
  const room = await createGroup(device, [member], 'Readers');
  await createGroup(device, [member], 'Writers');
  await createGroup(device, [member], 'Singers');
  await sendMessage(device, room, 'first');
  const second = await sendMessage(device, room, 'second');
  const phone = await WebClient.open(browser, parley, alice, { viewport: { width: 390, height: 800 } });
  const laptop = await WebClient.open(browser, parley, alice);

  await laptop.enter('Writers');
  await laptop.button('Favourite').click();
  await phone.rooms.getByRole('heading', { name: 'Favourites' }).waitFor();
  expect((await listed(phone)).slice(0, 3)).toEqual(['Favourites', 'Writers', 'Others']);
  await laptop.button('Favourite').click();
  await phone.rooms.getByRole('heading', { name: 'Favourites' }).waitFor({ state: 'detached' });

  await laptop.enter('Readers');
  // A shown message is reported as read a moment later.
  await laptop.room(/Readers.*unread/).waitFor({ state: 'detached' });
  await laptop.act('second', 'Mark as unread from here');
  await phone.room(/Readers.*marked as unread/).waitFor();
  await laptop.room(/Readers.*marked as unread/).waitFor();
  expect(await laptop.faults()).toEqual([]);
  await phone.enter('Readers');
  await laptop.room(/Readers.*marked as unread/).waitFor({ state: 'detached' });

  await laptop.button(/^Room settings/).click();
  await laptop.dialog.getByRole('switch', { name: 'Archived' }).click();
  await laptop.page.keyboard.press('Escape');
  await laptop.button('Archived (1)').waitFor();
  expect((await listed(laptop)).at(-1)).toBe('Archived (1)');
  await expect(laptop.room('Readers').count()).resolves.toBe(0);
  await laptop.button('Archived (1)').click();
  await laptop.room('Readers').waitFor();
  expect(await laptop.faults()).toEqual([]);
  const third = await sendMessage(device, room, 'third');
  expect(third.seq).toBe(second.seq + 1);
  await laptop.button('Archived (1)').waitFor({ state: 'detached' });
  expect((await listed(laptop))[0]).toBe('Readers');
});
