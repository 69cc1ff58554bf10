import { randomUUID } from 'node:crypto';

import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { Service } from '../support/service.js';
import { WebClient } from '../support/web-client.js';

let provider: IdentityProvider;
let parley: Service;
let browser: Browser;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  const env = { WEB_CLIENT: 'on', ADMIN_PAGE: 'on', OIDC_NAME: 'Example Inc.' };
  [parley, browser] = await Promise.all([Service.start({ ...env, ...provider.env }), Browser.shared()]);
  provider.register({ redirectUris: [`${parley.url}/api/oidc/callback`] });
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await parley.stop();
  await provider.stop();
});

const ada = (): { sub: string; preferred_username: string } => ({ sub: randomUUID(), preferred_username: 'ada' });

it('a user logs in at the page of the provider, and stays logged in after a reload', async () => {
  provider.person = ada();
  const web = await WebClient.visit(browser, parley);
  const button = web.button('Log in with Example Inc.');
  await button.waitFor();
  await web.expectAccessible(browser, 'web-client-oidc');
  await button.press('Enter');
  await web.page.getByRole('link', { name: `Continue as ${provider.person.sub}` }).click();
  await web.isIn();
  expect(web.page.url()).not.toContain('log_in');
  await web.page.reload();
  await web.isIn();
});

it('a user reads why a log-in at the provider failed, and tries again', async () => {
  provider.person = ada();
  const web = await WebClient.visit(browser, parley);
  await web.button('Log in with Example Inc.').click();
  await web.page.getByRole('link').click();
  const taken = 'Another user has your user name, or one that looks like it. Ask an administrator.';
  await web.page.getByRole('alert').filter({ hasText: taken }).waitFor();
  await expect(web.faults()).resolves.toEqual([]);
  expect(web.page.url()).not.toContain('log_in');

  // The session at the provider goes on.
  provider.person = { ...provider.person, preferred_username: 'grace' };
  await web.button('Log in with Example Inc.').click();
  await web.isIn();
});

it('a link with the ticket of somebody else logs nobody in', async () => {
  const web = await WebClient.visit(browser, parley);
  await web.button('Log in with Example Inc.').waitFor();
  await web.page.goto(`${parley.url}/?#log_in_ticket=stolen&username=mallory&tab=made-up`);
  await web.button('Log in with Example Inc.').waitFor();
  await web.page.waitForURL((url) => !url.href.includes('log_in'));
  await expect(web.page.getByRole('alert').allInnerTexts()).resolves.not.toContain(expect.stringContaining('log-in'));
});

it('a user logs in at the provider, and returns to the administration page', async () => {
  browser.ignoreError(/status of 40[34]/);
  const name = 'ada-of-the-provider';
  provider.person = { sub: randomUUID(), preferred_username: name };
  const admin = await AdminPage.visit(browser, parley, 'users');
  await admin.button('Log in with Example Inc.').press('Enter');
  await admin.link(`Continue as ${provider.person.sub}`).click();
  await admin.says('This account has no role in the deployment.');
  expect(admin.path).toBe('users');
  await parley.parley('users', 'set-role', name, 'moderator');
  await admin.button('Try again').press('Enter');
  await admin.heading('Users').waitFor();
});
