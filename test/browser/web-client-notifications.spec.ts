import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
afterEach(() => browser.closeAll());

it('a user chooses notifications for a room and for all others, on two devices', async () => {
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const device = await bob.connect();
  const room = await createGroup(device, [{ user: alice, device: await alice.connect() }], 'Readers');
  await sendMessage(device, room, 'first');
  const phone = await WebClient.open(browser, parley, alice, { viewport: { width: 390, height: 800 } });
  const laptop = await WebClient.open(browser, parley, alice, { timezoneId: 'Asia/Calcutta' });

  await laptop.enter('Readers');
  await laptop.button(/^Room settings/).click();
  const { dialog } = laptop;
  await dialog
    .getByRole('radio', { name: 'As in other rooms: all messages' })
    .and(dialog.locator(':checked'))
    .waitFor();
  await dialog.getByRole('button', { name: 'for 8 hours' }).click();
  await dialog.getByText(/^Muted until/).waitFor();
  await phone.room(/Readers.*muted/).waitFor();
  await dialog.getByRole('button', { name: 'Unmute' }).click();
  await phone.room(/Readers.*muted/).waitFor({ state: 'detached' });
  // The answer of the laptop may come later than the frame of the phone, and show the choice before it.
  await dialog.getByRole('button', { name: 'for 8 hours' }).waitFor();
  await dialog.getByRole('radio', { name: 'Nothing' }).check();
  await phone.room(/Readers.*muted/).waitFor();
  await dialog.getByRole('switch', { name: 'Archived' }).click();
  expect(await laptop.faults()).toEqual([]);
  await laptop.page.keyboard.press('Escape');
  await sendMessage(device, room, 'second');
  await laptop.button('Archived (1)').waitFor();

  await laptop.button(/^Settings/).click();
  await dialog.getByRole('radio', { name: 'Mentions only' }).check();
  await dialog.getByRole('switch', { name: 'Quiet hours' }).click();
  await dialog.getByText('Asia/Calcutta').waitFor();
  await dialog.getByLabel('to', { exact: true }).fill('06:30');
  expect(await laptop.faults()).toEqual([]);
  await phone.button(/^Settings/).click();
  await eventually(async () => (await phone.dialog.getByLabel('to', { exact: true }).inputValue()) === '06:30');
  await phone.dialog.getByRole('radio', { name: 'Mentions only' }).and(phone.page.locator(':checked')).waitFor();
});
