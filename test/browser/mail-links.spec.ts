import { Browser } from '../support/browser.js';
import { connected } from '../support/database.js';
import { linkIn, MailServer } from '../support/mail-server.js';
import { Service } from '../support/service.js';
import { WebClient } from '../support/web-client.js';

const PASSWORD = 'correct horse 9 battery';
const OTHER = 'another horse 7 battery';
const PHONE = { viewport: { width: 320, height: 700 }, hasTouch: true };

let mails: MailServer;
let parley: Service;
let browser: Browser;

beforeAll(async () => {
  [mails, browser] = await Promise.all([MailServer.start(), Browser.shared()]);
  parley = await Service.start({
    SMTP_URL: mails.url,
    MAIL_FROM: 'chat@chat.example',
    SIGN_UP: 'open',
    DEPLOYMENT_NAME: 'Owls',
  });
  await parley.parley('users', 'create', 'ada', '--email', 'ada@example.com', '--password', PASSWORD);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await parley.stop();
  await mails.stop();
});

const opens = (path: string, options: object = PHONE): Promise<WebClient> =>
  WebClient.visit(browser, { url: parley.url + path }, options);

it('somebody makes an account from the page for the log-in, by the link of a mail', async () => {
  const client = await opens('/');
  const { page } = client;
  await page.getByRole('link', { name: 'Make an account' }).click();
  await page.getByLabel('User name').fill('bob');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('E-mail address').fill('bob@example.com');
  await client.expectAccessible(browser, 'sign-up');
  expect(await client.overflows()).toEqual([]);
  await client.button('Make an account').click();
  await page.getByText('A mail with a link is on its way.', { exact: false }).waitFor();

  const { token } = linkIn(await mails.next('bob@example.com'));
  await page.goto(`${parley.url}/verify#${token}`);
  await client.button('Confirm the address').waitFor();
  await client.expectAccessible(browser, 'verify');
  expect(page.url()).not.toContain(token);
  await client.button('Confirm the address').click();
  await page.getByText('You can log in as bob.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Open the chat' }).click();
  await client.logIn('bob', PASSWORD);
  await client.isIn();
});

it('somebody who has lost the password sets another one', async () => {
  browser.ignoreError(/40[04] \(/);
  const client = await opens('/');
  const { page } = client;
  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await client.expectAccessible(browser, 'recovery');
  await client.button('Send the link').click();
  await page.getByText('If an account has this address', { exact: false }).waitFor();

  const { token } = linkIn(await mails.next('ada@example.com'));
  await page.goto(`${parley.url}/recover#${token}`);
  await page.getByLabel('New password').fill('short');
  await client.button('Set the password').click();
  await page.locator('[aria-invalid="true"]').waitFor();
  await client.expectAccessible(browser, 'recovery-refused');
  expect(await client.overflows()).toEqual([]);
  await page.getByLabel('New password').fill(OTHER);
  await client.button('Set the password').click();
  await page.getByText('Your password is set.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Open the chat' }).click();
  await client.logIn('ada', OTHER);
  await client.isIn();

  await page.goto(`${parley.url}/recover#${token}`);
  await page.getByLabel('New password').fill(OTHER);
  await client.button('Set the password').click();
  await page.getByText('This link is not valid any more.', { exact: false }).waitFor();
});

it('users set the own address in their settings', async () => {
  await parley.parley('users', 'create', 'carol', '--password', PASSWORD);
  const client = await opens('/', {});
  const { page } = client;
  await client.logIn('carol', PASSWORD);
  await client.isIn();
  await client.button('Settings').first().click();
  const field = page.getByRole('textbox', { name: 'E-mail address' });
  await field.fill('nonsense@nowhere');
  await client.button('Save the address').click();
  await page.locator('[aria-invalid="true"]').waitFor();
  // As after five minutes.
  const database = await connected(parley.serviceData);
  await database.query(`UPDATE refresh_tokens SET authenticated_at = now() - interval '301 seconds'`);
  await database.end();
  await field.fill('carol@example.com');
  await client.button('Save the address').click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await question.getByLabel('Password', { exact: true }).press('Escape');
  await question.waitFor({ state: 'detached' });
  await client.button('Save the address').click();
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByText('A link goes to the address.', { exact: false }).waitFor();
  await browser.screenshot(page, 'settings-address');
  const response = await fetch(
    `${parley.url}/api/accounts/verify/${linkIn(await mails.next('carol@example.com')).token}`,
    {
      method: 'POST',
    },
  );
  expect(response.status).toBe(200);
  // Another visit shows it.
  await page.reload();
  await client.button('Settings').first().click();
  await page.getByText('Only you see it.', { exact: false }).waitFor();
  expect(await field.inputValue()).toBe('carol@example.com');
});
