import { Browser } from '../support/browser.js';
import type { TestUser } from '../support/people.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;
let client: WebClient;

/** Alice and Bob have written in a room with a blank in its name, and to one another. */
beforeEach(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  const [phone, device] = await Promise.all([alice.connect(), bob.connect()]);
  const group = await phone.request('room.create', { type: 'GroupChat', name: 'The garden', participants: [bob.id] });
  const chat = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  const media = [{ media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png' }];
  for (const room of [group.data, chat.data]) {
    const to = room === group.data ? 'the garden' : 'alice';
    await phone.request('message.send', { room_id: room.id, content: `A rose by alice for ${to}` });
    await device.request('message.send', { room_id: room.id, content: `A rose by bob for ${to}` });
  }
  await device.request('message.send', { room_id: group.data.id, content: 'A tulip', extra_fields: { media } });
  await Promise.all([phone.close(), device.close()]);
  client = await WebClient.open(browser, parley, alice);
  await client.button('Search messages').click();
});
afterEach(() => browser.closeAll());

const box = () => client.dialog.getByRole('searchbox');

async function expectFound(text: string, ...contents: readonly string[]): Promise<void> {
  await box().fill('');
  await client.dialog.getByRole('region', { name: 'Filters' }).waitFor();
  await box().fill(text);
  const count = `${String(contents.length)} message${contents.length === 1 ? '' : 's'}`;
  await client.dialog.getByText(count, { exact: true }).waitFor();
  expect(await client.dialog.locator('.found-text').allTextContents()).toEqual(contents);
}

async function expectRefused(text: string, reason: string): Promise<void> {
  await box().fill(text);
  await client.dialog.getByRole('status').getByText(reason, { exact: true }).waitFor();
  expect(await client.dialog.locator('.found-text').count()).toBe(0);
}

it('operators limit a search to a sender, a room, a time and what messages have', async () => {
  await expectFound('from:me rose', 'A rose by alice for alice', 'A rose by alice for the garden');
  await expectFound(`rose from:${bob.username} in:"the garden"`, 'A rose by bob for the garden');
  await expectFound(`from:"bob tester" in:${bob.username}`, 'A rose by bob for alice');
  await expectFound('has:image', 'A tulip');
  await client.dialog.getByText('a.png', { exact: true }).waitFor();
  await expectFound('tulip after:yesterday', 'A tulip');
  await box().fill('tulip before:today');
  await client.dialog.getByText('No messages found.').waitFor();
  await expectRefused('rose from:nobody.at.all', 'There is no user “nobody.at.all”.');
  await expectRefused('rose in:Cellar', 'You are in no room “Cellar”.');
  await expectRefused('rose before:2026-02-30', '“2026-02-30” is no date. Dates are 2026-11-02, today or yesterday.');
  await expectRefused('has:soul', '“soul” is none of link, file, image, poll and pin.');
  await expectRefused('in:"The garden"', 'Add a word, from: or has: to search.');
});

it('values of operators are suggested, and chosen with the keyboard', async () => {
  expect(await client.faults()).toEqual([]);
  await box().pressSequentially('rose in:gard');
  const option = client.dialog.getByRole('option', { name: 'The garden' });
  await option.waitFor();
  expect(await client.faults()).toEqual([]);
  await box().press('Enter');
  expect(await box().inputValue()).toBe('rose in:"The garden" ');
  await box().pressSequentially('from:');
  await client.dialog.getByRole('option', { name: 'me You' }).waitFor();
  await box().press('ArrowDown');
  await box().press('Tab');
  expect(await box().inputValue()).toBe(`rose in:"The garden" from:${bob.username} `);
  await client.dialog.getByText('1 message', { exact: true }).waitFor();
  await box().pressSequentially('has:');
  await client.dialog.getByRole('option', { name: 'poll' }).waitFor();
  await box().press('Escape');
  await client.dialog.getByRole('option').first().waitFor({ state: 'detached' });
  expect(await client.dialog.isVisible()).toBe(true);
});
