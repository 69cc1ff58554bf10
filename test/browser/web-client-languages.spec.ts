import { readFileSync } from 'node:fs';

import type { Locator } from 'playwright-core';

import { password } from '../servers/template.js';
import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;

/** The texts of a language, by key. */
const catalogue = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(
    readFileSync(new URL(`../../web/src/languages/catalogues/${code}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  const people = await users(parley, 'alice', 'bob');
  ({ alice } = people);
  const device = await people.bob.connect();
  const group = { type: 'GroupChat', name: 'Freunde', participants: [alice.id] };
  const { data: room } = await device.request('room.create', group);
  await device.request('message.send', { room_id: room.id, content: 'Wo bist du?' });
  await device.close();
});
afterEach(() => browser.closeAll());

const roomIn = ({ page }: WebClient, texts: Readonly<Record<string, string>>): Locator =>
  page.getByRole('navigation', { name: texts['rooms.rooms']! }).getByRole('link', { name: 'Freunde' });

async function logIn(client: WebClient, texts: Readonly<Record<string, string>>): Promise<void> {
  const { page } = client;
  await page.getByLabel(texts['session.userName']!, { exact: true }).fill(alice.username);
  await page.getByLabel(texts['session.password']!, { exact: true }).fill(password);
  await client.button(texts['session.logIn']!).click();
  await roomIn(client, texts).waitFor();
}

const direction = (client: WebClient): Promise<string> =>
  client.page.evaluate('`${document.documentElement.lang} ${document.documentElement.dir}`');

it('the page has the language of the browser, with its plural forms and its times', async () => {
  const texts = catalogue('de');
  const client = await WebClient.visit(browser, parley, { locale: 'de-AT' });
  await logIn(client, texts);
  expect(await direction(client)).toBe('de ltr');
  await roomIn(client, texts).click();
  await client.page.getByText('2 Mitglieder', { exact: true }).waitFor();
  await client.page.getByText('Heute', { exact: true }).waitFor();
  await client.page.getByPlaceholder(texts['composer.writeMessage']!).waitFor();
});

it('a browser whose languages the page does not have shows it in English', async () => {
  const client = await WebClient.visit(browser, parley, { locale: 'fr-CA' });
  await client.button('Log in').waitFor();
  expect(await direction(client)).toBe('en ltr');
});

it('a user chooses a language: it stays, in all tabs, and Arabic runs from right to left', async () => {
  const english = catalogue('en');
  const texts = catalogue('ar');
  const client = await WebClient.open(browser, parley, alice);
  const other = await client.page.context().newPage();
  await other.goto(parley.url);
  await other.getByRole('navigation', { name: 'Rooms' }).waitFor();

  await client.button('Settings').click();
  await client.dialog.getByLabel(english['design.language']!, { exact: true }).selectOption('ar');
  await client.dialog.getByRole('heading', { name: texts['settings.settings']!, level: 2 }).waitFor();
  await other.getByRole('navigation', { name: texts['rooms.rooms']! }).waitFor();
  await client.page.keyboard.press('Escape');

  await client.page.reload();
  const room = roomIn(client, texts);
  await room.click();
  await client.page.getByRole('region', { name: texts['conversation.messages']! }).waitFor();
  expect(await direction(client)).toBe('ar rtl');
  // The end of a text in Latin letters is not moved to its beginning.
  expect(await client.page.evaluate('getComputedStyle(document.querySelector(".room-row-last")).direction')).toBe(
    'ltr',
  );
  const [list, conversation] = [await room.boundingBox(), await client.page.getByRole('main').boundingBox()];
  expect(list!.x).toBeGreaterThan(conversation!.x);
  expect(await client.overflows()).toEqual([]);
  expect(await client.faults()).toEqual([]);
  await browser.screenshot(client.page, 'web-client-arabic');
});
