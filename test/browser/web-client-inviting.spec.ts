import { Browser } from '../support/browser.js';
import { linkIn, MailServer } from '../support/mail-server.js';
import { connectMember, createGroup } from '../support/messaging.js';
import { keepLogIn } from '../support/page-log-in.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { smallTargets } from '../support/touch-targets.js';
import { WebClient } from '../support/web-client.js';

const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
const PASSWORD = 'correct horse 9 battery';

let parley: Service;
let browser: Browser;
let alice: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([
    Service.start({ INVITES: 'everyone', SIGN_UP: 'invitation' }),
    Browser.shared(),
  ]);
});
beforeEach(async () => {
  ({ alice } = await users(parley, 'alice'));
});
afterEach(() => browser.closeAll());
afterAll(() => parley.stop());

const opens = async (options: object = {}): Promise<WebClient> => {
  const client = await WebClient.open(browser, parley, alice, options);
  await client.choose(/Account menu$/, 'Invite people');
  return client;
};
const addressIn = (client: WebClient): Promise<string> => client.dialog.getByLabel('Invitation link').inputValue();
const rows = (client: WebClient) => client.dialog.getByRole('region', { name: 'Invitations' }).getByRole('listitem');

async function groupOf(name: string): Promise<void> {
  const { device } = await connectMember(alice);
  await createGroup(device, [], name);
  await device.close();
}

it('a user makes a link to a room, by which somebody makes an account and enters the room', async () => {
  await groupOf('Garden team');
  const client = await opens();
  await client.dialog.getByText('No invitations yet.').waitFor();
  await client.dialog.getByLabel('How many people may use the link').fill('2');
  await client.dialog.getByText('30 days', { exact: true }).click();
  await client.dialog.getByRole('button', { name: 'Garden team' }).click();
  await client.expectAccessible(browser, 'web-client-invite-form');
  await client.dialog.getByRole('button', { name: 'Make a link' }).click();
  const url = await addressIn(client);
  expect(url).toMatch(/\/invite#[\w-]{22}$/);
  await client.dialog.locator('.qr-code').waitFor();
  await client.focused(client.dialog.getByLabel('Invitation link'));
  // What is shown once is not lost by a click beside the dialog.
  await client.page.mouse.click(5, 5);
  await client.dialog.getByRole('button', { name: 'Copy' }).click();
  await client.dialog.getByText('Link copied.').waitFor();
  await client.expectAccessible(browser, 'web-client-invite-link');
  await rows(client).filter({ hasText: 'Garden team' }).getByText('0 of 2 used').waitFor();

  const stranger = await browser.open(url.replace(/^.*(?=\/invite#)/, parley.url));
  await stranger.getByLabel('User name').fill(`new-${alice.username}`);
  await stranger.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await stranger.getByRole('button', { name: /account/i }).click();
  await stranger
    .getByRole('link', { name: /Garden team/ })
    .first()
    .waitFor();

  await client.dialog.getByRole('button', { name: 'Make another link' }).click();
  await client.dialog.getByRole('button', { name: 'Close' }).click();
  await client.choose(/Account menu$/, 'Invite people');
  await rows(client).getByText('1 of 2 used').waitFor();
  await rows(client).getByText(`Used by new-${alice.username}`).waitFor();
});

it('a link is revoked', async () => {
  const client = await opens();
  await client.dialog.getByRole('button', { name: 'Make a link' }).click();
  const url = await addressIn(client);
  await rows(client).getByText('Open', { exact: true }).waitFor();
  await client.dialog.getByRole('button', { name: /^Revoke the invitation/ }).click();
  const question = client.page.getByRole('dialog', { name: 'Revoke this invitation?' });
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await rows(client).getByText('Revoked', { exact: true }).waitFor();
  const { status } = await fetch(`${parley.url}/api/invitations/by-token/${url.split('#')[1]!}`);
  expect(status).toBe(404);
});

it('what is wrong stands at its field', async () => {
  const { bob } = await users(parley, 'bob');
  const { device } = await connectMember(bob);
  await device.request('room.create', { type: 'GroupChat', name: 'Of Bob', participants: [alice.id] });
  await device.close();
  const client = await opens();
  browser.ignoreError(/403 \(/);
  const uses = client.dialog.getByLabel('How many people may use the link');
  await uses.fill('many');
  await client.dialog.getByRole('button', { name: 'Make a link' }).click();
  await client.dialog.getByText('A whole number from 1 to 1,000.').waitFor();
  expect(await uses.getAttribute('aria-invalid')).toBe('true');
  await uses.fill('3');
  await client.dialog.getByRole('button', { name: 'Of Bob' }).click();
  await client.dialog.getByRole('button', { name: 'Make a link' }).click();
  await client.dialog.getByText(/^You may not add members to one of these rooms/).waitFor();
  await browser.screenshot(client.page, 'web-client-invite-refused');
});

it.each([
  ['en', 'Invite people', 'Make a link'],
  ['ar', 'دعوة أشخاص', 'إنشاء رابط'],
])('the form and the link fit a phone of 320 pixels, in %s', async (code, item, verb) => {
  await groupOf('A rather long name of a room in the garden');
  const client = await WebClient.visit(browser, parley, { ...PHONE, locale: code }, (context) =>
    keepLogIn(context, parley, alice),
  );
  await client.page.locator('.account-button').tap();
  await client.page.getByRole('menuitem', { name: item }).tap();
  await client.dialog.getByRole('button', { name: verb }).waitFor();
  await browser.screenshot(client.page, `web-client-invite-phone-form-${code}`);
  expect(await client.overflows()).toEqual([]);
  expect(await smallTargets(client.page, '.dialog')).toEqual([]);
  await client.dialog.getByRole('button', { name: verb }).tap();
  await client.dialog.locator('.qr-code').waitFor();
  await browser.screenshot(client.page, `web-client-invite-phone-link-${code}`);
  expect(await client.overflows()).toEqual([]);
  expect(await smallTargets(client.page, '.dialog')).toEqual([]);
});

it('a link for guests of one room is made from the settings of the room', async () => {
  browser.ignoreError(/400 \(/);
  await groupOf('Garden team');
  const client = await WebClient.open(browser, parley, alice, PHONE);
  const { page } = client;
  await client.room('Garden team').tap();
  await client.button('Room settings').tap();
  await client.dialog.getByRole('button', { name: 'Invite a guest' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Invite a guest' });
  await dialog.getByText('A guest sees this room and the people in it, and nothing else.').waitFor();
  await dialog.getByLabel('Last day of the access (optional)').fill('2099-05-04');
  await client.expectAccessible(browser, 'web-client-invite-guest');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/invitations/')),
    dialog.getByRole('button', { name: 'Make a link' }).tap(),
  ]);
  const { rooms, role, guest_until } = sent.postDataJSON() as Record<string, unknown>;
  expect({ rooms, role }).toEqual({ rooms: [expect.stringMatching(/^[\da-f-]{36}$/)], role: 'guest' });
  expect(new Date(String(guest_until)).getTime()).toBe(new Date('2099-05-04T23:59:59').getTime());
});

describe('with mail', () => {
  let mails: MailServer;
  let mailing: Service;

  beforeAll(async () => {
    mails = await MailServer.start();
    mailing = await Service.start({
      INVITES: 'everyone',
      SIGN_UP: 'invitation',
      SMTP_URL: mails.url,
      MAIL_FROM: 'chat@chat.example',
    });
  });
  afterAll(async () => {
    await mailing.stop();
    await mails.stop();
  });

  it('an invitation goes to an address, and a wrong one is told at its field', async () => {
    browser.ignoreError(/400 \(/);
    const { dave } = await users(mailing, 'dave');
    const client = await WebClient.open(browser, mailing, dave, PHONE);
    await client.choose(/Account menu$/, 'Invite people');
    const field = client.dialog.getByLabel('E-mail address (optional)');
    await field.fill('nobody');
    await expect(client.dialog.getByLabel('How many people may use the link').count()).resolves.toBe(0);
    await client.dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await client.dialog.getByText('This is not an e-mail address.').waitFor();
    await field.fill('erin@example.com');
    await client.expectAccessible(browser, 'web-client-invite-mail');
    expect(await client.overflows()).toEqual([]);
    await client.dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await client.dialog.getByText('The invitation is on its way by mail.').waitFor();
    // The mail has a proof beside the token.
    const [token = ''] = linkIn(await mails.next('erin@example.com')).token.split('.');
    expect((await addressIn(client)).endsWith(`#${token}`)).toBe(true);
    await rows(client).getByText('erin@example.com').waitFor();
  });
});

it('who may not invite or make channels is not asked to', async () => {
  const closed = await Service.start({ INVITES: 'admins', CREATE_CHANNELS: 'admins' });
  const { carol } = await users(closed, 'carol');
  let rights: Promise<unknown> | undefined;
  const client = await WebClient.visit(browser, closed, {}, async (context) => {
    await keepLogIn(context, closed, carol);
    rights = context.waitForEvent('response', (response) => response.url().endsWith('/api/account/rights/'));
  });
  await client.isIn();
  await rights;
  await client.button(/Account menu$/).click();
  await client.page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  await expect(client.page.getByRole('menuitem', { name: 'Invite people' }).count()).resolves.toBe(0);
  await client.page.keyboard.press('Escape');
  await client.button('New conversation').click();
  await client.dialog.getByText('Group', { exact: true }).waitFor();
  await expect(client.dialog.getByText('Channel', { exact: true }).count()).resolves.toBe(0);
  await browser.closeAll();
  await closed.stop();
});
