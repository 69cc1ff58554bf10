import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
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

it('a user whom nobody may add accepts one invitation and declines another, after a reload too', async () => {
  const bobs = await WebClient.open(browser, parley, bob);
  await bobs.button('Settings').click();
  const nobody = bobs.dialog.getByRole('radio', { name: 'Nobody' });
  await nobody.check();
  await expect(bobs.faults()).resolves.toEqual([]);
  await bobs.dialog.getByRole('button', { name: 'Close' }).click();
  await bobs.page.reload();
  await bobs.isIn();
  await bobs.button('Settings').click();
  await eventually(() => nobody.isChecked());
  await bobs.dialog.getByRole('button', { name: 'Close' }).click();

  const device = await alice.connect();
  for (const name of ['Garden', 'Kitchen']) {
    await device.request('room.create', { type: 'GroupChat', name, participants: [bob.id] });
  }
  const invitations = bobs.rooms.getByRole('region', { name: 'Invitations' });
  await invitations.getByText('Garden').waitFor();
  await bobs.page.reload();
  await invitations.getByText('Kitchen').waitFor();
  await expect(bobs.faults()).resolves.toEqual([]);
  await bobs.button('Decline the invitation to Kitchen').click();
  await bobs.dialog.getByRole('button', { name: 'Decline', exact: true }).click();
  await invitations.getByText('Kitchen').waitFor({ state: 'detached' });
  await bobs.button('Accept the invitation to Garden').click();
  await bobs.page.getByRole('heading', { name: 'Garden', level: 1 }).waitFor();
  await invitations.waitFor({ state: 'detached' });
  await bobs.send('Here I am');
  await device.receive('message.dispatch', ({ data }) => data.content === 'Here I am');
  await device.close();
});
