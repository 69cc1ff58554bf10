import { randomUUID } from 'node:crypto';

import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { Service } from '../support/service.js';

let provider: IdentityProvider;
let parley: Service;
let browser: Browser;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  const env = { WEB_CLIENT: 'on', ADMIN_PAGE: 'on', OIDC_NAME: 'Example Inc.' };
  [parley, browser] = await Promise.all([Service.start({ ...env, ...provider.env }), Browser.shared()]);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await parley.stop();
  await provider.stop();
});

it('a user logs in at the provider, and returns to the page', async () => {
  browser.ignoreError(/status of 403/);
  provider.register({ redirectUris: [`${parley.url}/api/oidc/callback`] });
  const name = 'ada-of-the-provider';
  provider.person = { sub: randomUUID(), preferred_username: name };
  const admin = await AdminPage.visit(browser, parley, 'users');
  await admin.button('Log in with Example Inc.').press('Enter');
  await admin.link(`Continue as ${provider.person.sub}`).click();
  await admin.says('This account has no role in the deployment.');
  expect(admin.path).toBe('users');
  browser.ignoreError(/status of 404/);
  await parley.parley('users', 'set-role', name, 'moderator');
  await admin.button('Try again').press('Enter');
  await admin.heading('Users').waitFor();
});
