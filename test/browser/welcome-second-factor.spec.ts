import { Browser } from '../support/browser.js';
import { enrol, recoveryCodes } from '../support/second-factor.js';
import { emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { WebClient } from '../support/web-client.js';

const KEY = 'welcome-page-0123456789ab';
const PASSWORD = 'correct horse 9 battery';

let serviceData: ServiceData;
let parley: Service;
let browser: Browser;
/** Recovery codes of the administrator. */
let codes: string[];

beforeAll(async () => {
  [serviceData, browser] = await Promise.all([emptyServiceData(), Browser.shared()]);
  parley = await Service.start({ SETUP_KEY: KEY, REQUIRE_TOTP: 'moderators' }, serviceData);
});
beforeEach(() => browser.ignoreError(/40[134] \(/));
afterEach(() => browser.closeAll());
afterAll(async () => {
  await parley.stop();
  await serviceData.remove();
});

it('the first administrator enrols a second factor where one is required', async () => {
  const client = await WebClient.visit(browser, { url: `${parley.url}/setup#${KEY}` });
  const { page } = client;
  await page.getByLabel('Name of this chat').fill('Chat of Example');
  await page.getByRole('radio', { name: /^A product/ }).check();
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await client.button('Set up').click();
  await enrol(client);
  await client.expectAccessible(browser, 'setup-second-factor');
  codes = await recoveryCodes(client);
  await client.button('Close').click();
  await client.isIn();
});

it('an invitation is accepted with a code', async () => {
  await (await accepted()).isIn();
});

it('an invitation is accepted with a code in production, without the web client', async () => {
  await parley.restart('SIGTERM', { NODE_ENV: 'production' });
  await (await accepted()).page.getByText('It is done. You can log in to the chat as ada now.').waitFor();
});

/** Whoever has the second factor accepts an invitation. */
async function accepted(): Promise<WebClient> {
  const { token } = (await parley.parley('invitations', 'create')) as { token: string };
  const client = await WebClient.visit(browser, { url: `${parley.url}/invite#${token}` });
  await client.page.getByText('You are invited to this chat.').waitFor();
  await client.logIn('ada', PASSWORD);
  await client.page.getByLabel('Code').fill(codes.pop()!);
  await client.page.getByLabel('Code').press('Enter');
  return client;
}
