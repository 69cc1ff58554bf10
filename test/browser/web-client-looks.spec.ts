import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

/** Text of every format. */
const FORMATTED = `**Bring** _warm_ ~~shoes~~ clothes, \`tea\`, and [the map](https://a.example/map).

> As last year

1. Meet
2. Walk

\`\`\`js
const walkers = ["Alice", 2]; // And more.
\`\`\``;

/** Creates a group with one message of each appearance. */
async function createRoom(): Promise<void> {
  const [aliceDevice, bobDevice] = [await alice.connect(), await bob.connect()];
  const { data: room } = await aliceDevice.request('room.create', {
    type: 'GroupChat',
    name: 'Friends',
    description: 'Since school',
    participants: [bob.id],
    extra_fields: { join_approval_required: true },
  });
  const { id: room_id } = room;
  const { data: question } = await bobDevice.request('message.send', {
    room_id,
    content: 'Shall we meet? See https://a.example',
  });
  const extra_fields = { parent_message_id: question.id };
  const { data: answer } = await aliceDevice.request('message.send', {
    room_id,
    content: 'At noon, by the harbour.',
    extra_fields,
  });
  await bobDevice.request('message.react', { type: 'add', message_id: answer.id, reaction_content: '👍' });
  await bobDevice.request('message.send', { room_id, content: FORMATTED });
  const plan = { media_url: 'https://a.example/plan.pdf', media_type: 'file', mime_type: 'application/pdf' };
  await bobDevice.request('message.send', { room_id, content: 'Here is the way', extra_fields: { media: [plan] } });
  await bobDevice.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  await Promise.all([aliceDevice.close(), bobDevice.close()]);
}

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  await createRoom();
});
afterEach(() => browser.closeAll());

/** Takes a screenshot and runs the axe checks. @param name of the screenshot */
async function checkPage(page: WebClient, name: string): Promise<void> {
  await browser.screenshot(page.page, `web-client-${name}`);
  expect(await page.faults()).toEqual([]);
}

// Colours do not depend on the direction.
describe.each([
  ['light', 'ltr'],
  ['dark', 'rtl'],
] as const)('the web client in the %s colour scheme, %s', (colorScheme, direction) => {
  it('axe finds no violation on any page', async () => {
    const page = await WebClient.visit(browser, parley, { colorScheme });
    await page.setDirection(direction);
    await page.button('Log in').waitFor();
    await checkPage(page, `log-in-${colorScheme}`);
    await page.logIn(alice.username);
    await page.isIn();
    await checkPage(page, `rooms-${colorScheme}`);
    await page.enter('Friends');
    await page.expectText('Here is the way');
    await page.page.keyboard.press('Escape');
    await checkPage(page, `conversation-${colorScheme}`);
    await page.message('At noon, by the harbour.').focus();
    await checkPage(page, `actions-${colorScheme}`);
  });

  it('axe finds no violation in any dialog', async () => {
    const page = await WebClient.open(browser, parley, alice, { colorScheme });
    await page.setDirection(direction);
    await page.enter('Friends');
    await page.expectText('Here is the way');
    const checkDialog = async (name: string): Promise<void> => {
      await page.dialog.waitFor();
      await checkPage(page, `${name}-${colorScheme}`);
      await page.page.keyboard.press('Escape');
      await page.dialog.waitFor({ state: 'detached' });
    };
    for (const kind of ['Direct message', 'Group', 'Channel', 'By link']) {
      await page.button('New conversation').click();
      await page.dialog.getByText(kind, { exact: true }).click();
      await checkDialog(`new-${kind.toLowerCase().replace(' ', '-')}`);
    }
    await page.button(/^Room settings/).click();
    await page.dialog.getByRole('button', { name: 'Edit bob Tester' }).click();
    await checkDialog('settings');
    await page.add('Attach a file by URL');
    await checkDialog('attach');
    await page.act('Here is the way', 'Forward');
    await checkDialog('forward');
    await page.act('Here is the way', 'Delete');
    await checkDialog('delete');
    await page.button('Search in this room').click();
    await checkDialog('search');
  });
});

it('the web client shows the room list or one room on a phone', async () => {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const page = await WebClient.open(browser, parley, alice, phone);
  expect(await page.composer.isVisible()).toBe(false);
  await checkPage(page, 'phone-rooms');
  await page.room('Friends').tap();
  await page.expectText('Here is the way');
  expect(await page.room('Friends').isVisible()).toBe(false);
  await checkPage(page, 'phone-conversation');
  const width = await page.page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBe(phone.viewport.width);
  await page.button(/^Room settings/).tap();
  await page.dialog.waitFor();
  await checkPage(page, 'phone-settings');
  await page.dialog.getByRole('button', { name: 'Close' }).tap();
  await page.button('Back to rooms').tap();
  await page.room('Friends').waitFor();
});

it('the selected theme survives a reload', async () => {
  const page = await WebClient.open(browser, parley, alice, { colorScheme: 'light' });
  const canvas = () => page.page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await canvas();
  await page.choose(/Account menu$/, 'Theme: dark');
  const dark = await canvas();
  expect(dark).not.toBe(light);
  await page.page.reload();
  await page.isIn();
  expect(await canvas()).toBe(dark);
});
