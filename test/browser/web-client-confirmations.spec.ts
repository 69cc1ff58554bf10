import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;
let device: ChatClient;
let page: WebClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  device = await alice.connect();
  page = await WebClient.open(browser, parley, alice);
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

/** Alice has a group with Bob open. @returns its id */
async function inGroup(): Promise<string> {
  const group = { type: 'GroupChat', name: 'Friends', participants: [bob.id] } as const;
  const { data: room } = await device.request('room.create', group);
  await page.enter('Friends');
  return room.id;
}

it('a member is removed only after a confirmation', async () => {
  await inGroup();
  await page.button('Room settings').click();
  await page.dialog.getByRole('button', { name: 'Edit bob Tester' }).click();
  await page.dialog.getByRole('button', { name: 'Remove bob Tester' }).click();
  const question = page.page.getByRole('dialog', { name: 'Remove bob Tester?' });
  await browser.screenshot(page.page, 'web-client-remove');
  expect(await page.faults()).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.dialog.getByRole('heading', { name: 'Members (2)' }).waitFor();
  await page.dialog.getByRole('button', { name: 'Remove bob Tester' }).click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.dialog.getByRole('heading', { name: 'Members (1)' }).waitFor();
});

it('a poll is closed only after a confirmation', async () => {
  const room_id = await inGroup();
  const poll = { options: ['At noon', 'At six'] };
  await device.request('message.send', { room_id, content: 'When?', extra_fields: { poll } });
  await page.button('Close poll').click();
  await page.dialog.getByText('Nobody can vote any more.').waitFor();
  await page.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.history.getByText('One choice').waitFor();
  await page.button('Close poll').click();
  await page.dialog.getByRole('button', { name: 'Close poll' }).click();
  await page.history.getByText('This poll is closed.').waitFor();
});

it('a creator who leaves learns who takes over, and the last member that the room is deleted', async () => {
  await inGroup();
  await page.button('Room settings').click();
  await page.dialog.getByRole('button', { name: 'Edit bob Tester' }).waitFor();
  await page.dialog.getByRole('button', { name: 'Leave' }).click();
  await page.dialog.getByText('becomes the creator: bob Tester.').waitFor();
  await browser.screenshot(page.page, 'web-client-leave');
  await page.dialog.getByRole('button', { name: 'Leave' }).click();
  await page.page.getByText('No conversations yet.').waitFor();

  const bobs = await WebClient.open(browser, parley, bob);
  await bobs.enter('Friends');
  await bobs.button('Room settings').click();
  await bobs.dialog.getByText('Creator').waitFor();
  await bobs.dialog.getByRole('button', { name: 'Leave' }).click();
  await bobs.dialog.getByText('The room and all its messages are deleted.').waitFor();
});
