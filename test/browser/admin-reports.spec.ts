import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let browser: Browser;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;
let author: ChatClient;
let reader: ChatClient;
let roomId: string;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  people = await users(parley, 'alice', 'bob', 'carol');
  await parley.parley('users', 'set-role', people.alice.username, 'moderator');
  [author, reader] = [await people.bob.connect(), await people.carol.connect()];
  const { data: room } = await author.request('room.create', {
    type: 'GroupChat',
    name: `Market of ${people.bob.username}`,
    participants: [people.carol.id],
  });
  roomId = room.id;
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await Promise.all([author.close(), reader.close()]);
});

/** A message that was reported. @returns its id */
async function report(content: string): Promise<string> {
  const { data } = await author.request('message.send', { room_id: roomId, content });
  await reader.request('message.report', { message_id: data.id, reason: 'spam', comment: `About ${content}` });
  return data.id;
}

const open = (): Promise<AdminPage> => AdminPage.open(browser, parley, people.alice, `reports?room_id=${roomId}`);

const reportOf = (admin: AdminPage, content: string) => admin.page.getByRole('article').filter({ hasText: content });

it('a moderator reads a report with its context, and deletes the message with one click', async () => {
  await report('Buy one of these');
  const admin = await open();
  const shown = reportOf(admin, 'Buy one of these');
  await shown.getByText('About Buy one of these').waitFor();
  await shown.getByRole('button', { name: 'Context' }).press('Enter');
  await shown.getByText('Open reports').waitFor();
  await admin.expectAccessible(browser, 'reports');
  await shown.getByLabel('Note').fill('An offer.');
  await shown.getByRole('button', { name: 'Delete message' }).press('Enter');
  await admin.says('The report is resolved: Delete message.');
  await shown.waitFor({ state: 'detached' });
  await admin.focused(admin.heading('Reports'));
  await admin.page.getByLabel('State').selectOption('Resolved');
  await admin.button('Find').press('Enter');
  await shown.getByText('An offer.').waitFor();
  await admin.expectAccessible(browser, 'reports-resolved');
});

it('a moderator reads how many reports about them are open, and nothing else of these', async () => {
  await reader.request('message.report', { user_id: people.alice.id, reason: 'abuse', comment: 'She bans everybody' });
  const admin = await open();
  await admin.page.getByText('There is 1 open report about you.').waitFor();
  await admin.expectAccessible(browser, 'reports-about-you');
  expect(await admin.page.getByText('She bans everybody').count()).toBe(0);
});

it('new reports are announced, and shown on demand', async () => {
  await report('Buy two of these');
  const admin = await open();
  await reportOf(admin, 'Buy two of these').waitFor();
  await report('Buy three of these');
  await admin.page.getByRole('status').getByRole('button', { name: 'Show 1 new report' }).click();
  await reportOf(admin, 'Buy three of these').waitFor();
  const contents = await admin.page.locator('.report .seen').allInnerTexts();
  expect(contents[0]).toContain('Buy three of these');
});

it('a moderator resolves several reports at once, and reads why one is refused', async () => {
  const first = await report('Buy four of these');
  await report('Buy five of these');
  const admin = await open();
  await reportOf(admin, 'Buy four of these').waitFor();
  for (const content of ['Buy four of these', 'Buy five of these']) {
    await reportOf(admin, content).getByRole('checkbox').check();
  }
  await admin.says('2 reports are selected.');
  await admin.expectAccessible(browser, 'reports-selected');
  const listed = (await parley.parley('reports', 'list')) as readonly { report_id: string; message_id: string }[];
  const taken = listed.find(({ message_id }) => message_id === first);
  await parley.parley('reports', 'resolve', taken!.report_id, '--action', 'dismiss');
  const bulk = admin.page.getByRole('group', { name: 'Resolve several reports' });
  await bulk.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await admin.says('1 report is resolved.');
  await reportOf(admin, 'Buy five of these').waitFor({ state: 'detached' });
  await admin.page.getByRole('alert').filter({ hasText: people.bob.username }).waitFor();
});
