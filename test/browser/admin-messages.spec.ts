import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { closeCast, connectCastInGroup } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import { sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let browser: Browser;
let cast: Cast;
let room: { readonly id: string };
let erin: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService('everyPart'), Browser.shared()]);
  ({ cast, room } = await connectCastInGroup(parley));
  ({ erin } = await users(parley, 'erin'));
  await parley.parley('users', 'set-role', erin.username, 'admin');
});
afterEach(() => browser.closeAll());
afterAll(() => closeCast(cast));

async function hold(content: string): Promise<void> {
  const { bobDevice } = cast;
  const answer = await bobDevice.response(bobDevice.sendRequest('message.send', { room_id: room.id, content }));
  expect(answer.eventType).toBe('messageheld.dispatch');
}

it('held messages are allowed and rejected', async () => {
  await hold('holdme, a good one');
  await hold('holdme, a bad one');
  const admin = await AdminPage.open(browser, parley, erin, 'held');
  const [good, bad] = [admin.row('a good one'), admin.row('a bad one')];
  await bad.waitFor();
  await admin.expectAccessible(browser, 'held');
  await good.getByRole('button', { name: /^Allow/ }).press('Enter');
  await good.waitFor({ state: 'detached' });
  const { data } = await cast.phone.receive('message.dispatch');
  expect(data.content).toBe('holdme, a good one');
  await bad.getByRole('button', { name: /^Reject/ }).press('Enter');
  await admin.says('No message is held for review.');
});

it('the delivery of a message to a user is explained', async () => {
  browser.ignoreError(/status of 404/);
  const { seq } = await sendMessage(cast.phone, room, 'hello');
  const admin = await AdminPage.open(browser, parley, erin, 'trace');
  await admin.page.getByRole('textbox', { name: 'Room', exact: true }).fill(room.id);
  await admin.page.getByLabel('Number in the room').fill(String(seq));
  await admin.page.getByLabel('User name of the receiver').fill(cast.bob.username);
  await admin.button('Find').press('Enter');
  await admin.page.getByRole('region', { name: 'Result' }).getByText('A session was open').waitFor();
  await admin.page.getByRole('region', { name: 'What happened' }).getByText('the message is committed').waitFor();
  expect(await admin.fact('Sender').innerText()).toContain(cast.alice.username);
  await admin.expectAccessible(browser, 'trace');
  await admin.page.getByLabel('User name of the receiver').fill('nobody');
  await admin.button('Find').press('Enter');
  await admin.says(/^No such user/);
});
