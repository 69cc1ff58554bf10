import { Browser } from '../support/browser.js';
import { linkIn, MailServer } from '../support/mail-server.js';
import { emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { WebClient } from '../support/web-client.js';

const KEY = 'team-story-key-0123456789ab';
const PASSWORD = 'correct horse 9 battery';
const PHONE = { viewport: { width: 375, height: 700 }, isMobile: true, hasTouch: true };
/** From the start of the service to the last message. */
const LONGEST_MS = 180_000;

let mails: MailServer;
let serviceData: ServiceData;
let browser: Browser;

beforeAll(async () => {
  [mails, serviceData, browser] = await Promise.all([MailServer.start(), emptyServiceData(), Browser.shared()]);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await mails.stop();
  await serviceData.remove();
});

it('a team is set up, invites five people, of whom one is a guest, and all write within three minutes', async () => {
  const begin = performance.now();
  const parley = await Service.start(
    { SETUP_KEY: KEY, SMTP_URL: mails.url, MAIL_FROM: 'chat@team.example' },
    serviceData,
  );
  const opens = (path: string): Promise<WebClient> => WebClient.visit(browser, { url: parley.url + path }, PHONE);
  const pathOf = (url: string): string => url.slice(url.indexOf('/invite#'));
  const makesAccount = async (path: string, username: string): Promise<WebClient> => {
    const client = await opens(path);
    if (username === 'gus') await client.page.getByText('You come in as a guest', { exact: false }).waitFor();
    await client.page.getByLabel('User name').fill(username);
    await client.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await client.button('Make an account').tap();
    await client.isIn();
    return client;
  };
  const writes = async (client: WebClient, text: string): Promise<void> => {
    await client.room(/^General/).tap();
    await client.composer.fill(text);
    await client.button('Send').tap();
    await client.expectText(text);
  };

  const ada = await opens(`/setup#${KEY}`);
  await ada.page.getByLabel('Name of this chat').fill('Garden team');
  await ada.page.getByRole('radio', { name: /^A team/ }).check();
  await ada.page.getByLabel('User name').fill('ada');
  await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ada.button('Set up').tap();
  await ada.isIn();
  await browser.screenshot(ada.page, 'team-story-1-set-up');

  await ada.choose(/Account menu$/, 'Invite people');
  await ada.dialog.getByLabel('How many people may use the link').fill('3');
  await ada.dialog.getByRole('button', { name: 'Make a link' }).tap();
  const link = pathOf(await ada.dialog.getByLabel('Invitation link').inputValue());
  await browser.screenshot(ada.page, 'team-story-2-link');
  await ada.dialog.getByRole('button', { name: 'Make another link' }).tap();
  await ada.dialog.getByLabel('E-mail address (optional)').fill('erin@example.com');
  await ada.dialog.getByRole('button', { name: 'Send the invitation' }).tap();
  await ada.dialog.getByText('The invitation is on its way by mail.').waitFor();
  await ada.dialog.getByRole('button', { name: 'Close' }).tap();

  await writes(ada, 'Welcome, everybody');
  await ada.button('Room settings').tap();
  await ada.dialog.getByRole('button', { name: 'Invite a guest' }).tap();
  const guestDialog = ada.page.getByRole('dialog', { name: 'Invite a guest' });
  await guestDialog.getByRole('button', { name: 'Make a link' }).tap();
  const guestLink = pathOf(await guestDialog.getByLabel('Invitation link').inputValue());

  const { url: mailed } = linkIn(await mails.next('erin@example.com'));
  const invited = [
    ['bob', link],
    ['carol', link],
    ['dave', link],
    ['erin', pathOf(mailed)],
    ['gus', guestLink],
  ] as const;
  for (const [username, path] of invited) await writes(await makesAccount(path, username), `Hello, I am ${username}`);
  const seconds = (performance.now() - begin) / 1_000;

  const last = await opens('/');
  await last.logIn('bob', PASSWORD);
  await last.room(/^General/).tap();
  for (const [username] of invited) await last.expectText(`Hello, I am ${username}`);
  await browser.screenshot(last.page, 'team-story-3-general');
  expect(seconds * 1_000).toBeLessThan(LONGEST_MS);
  // Before the service ends: pages would complain.
  await browser.closeAll();
  await parley.stop();
});
