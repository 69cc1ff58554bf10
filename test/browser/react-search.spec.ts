import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import { expectAccessible, ReactKit } from '../support/react-kit.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let browser: Browser;
let kit: ReactKit;

beforeAll(async () => {
  [parley, browser, kit] = await Promise.all([sharedService(), Browser.shared(), ReactKit.start()]);
});
afterAll(() => kit.stop());
afterEach(() => browser.closeAll());

/** An element of the page, as far as the spec uses it. */
interface InList {
  closest(selector: string): InList;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}

/** It is in view in its list, as a whole. */
const expectInView = (message: Locator): Promise<void> =>
  eventually(() =>
    message.evaluate((element: InList) => {
      const [row, list] = [element, element.closest('[role=log]')].map((each) => each.getBoundingClientRect());
      return row !== undefined && list !== undefined && row.top >= list.top && row.bottom <= list.bottom;
    }),
  );

it('the search lists messages with the found words marked, page by page, and tells which one was chosen', async () => {
  const { alice, device: bob, room } = await newFriends(parley);
  for (let at = 1; at <= 21; at += 1) {
    await bob.request('message.send', { room_id: room.id, content: `The plan, page ${String(at)}` });
  }
  const page = await kit.open(browser, parley, alice, room.id, true);
  const search = page.getByRole('search', { name: 'Search messages' });
  const field = search.getByRole('searchbox', { name: 'Search messages' });
  // There is a connection.
  await page.getByText('The plan, page 21').waitFor();
  await field.fill('plan');
  await field.press('Enter');
  await search.getByRole('status').getByText('20 or more results').waitFor();
  expect(await search.locator('mark').first().textContent()).toBe('plan');
  await expectAccessible(browser, page, 'react-search');
  await search.getByRole('button', { name: 'More results' }).press('Enter');
  await search.getByRole('status').getByText('21 results').waitFor();
  await search.getByRole('button', { name: /page 7$/ }).press('Enter');
  await page.getByText('Chosen: The plan, page 7').waitFor();

  await field.fill('nowhere');
  await field.press('Enter');
  await search.getByRole('status').getByText('0 results').waitFor();
  expect(await search.getByRole('listitem').count()).toBe(0);
});

describe('the list of messages', () => {
  it('scrolls to a found message, to each own one, and to a quoted one', async () => {
    const { alice, device: bob, room } = await newFriends(parley);
    const sent = async (content: string, extra_fields: object = {}): Promise<string> =>
      (await bob.request('message.send', { room_id: room.id, content, extra_fields })).data.id;
    await sent('The very first');
    const parent_message_id = await sent('A red fox');
    for (let at = 1; at <= 120; at += 1) await sent(`Number ${String(at)}`);
    await sent('Where is it?', { parent_message_id });
    const page = await kit.open(browser, parley, alice, room.id);
    const list = page.getByRole('log', { name: 'Messages' });
    await list.getByText('Where is it?').waitFor();
    expect(await list.getByText('Number 7', { exact: true }).count()).toBe(0);

    const field = page.getByRole('searchbox', { name: 'Search messages' });
    await field.fill('fox');
    await field.press('Enter');
    await page
      .getByRole('search')
      .getByRole('button', { name: /A red fox$/ })
      .press('Enter');
    const found = list.locator('[data-parley-target]');
    await found.getByText('A red fox').waitFor();
    await expectInView(found);
    expect(await found.evaluate('document.activeElement.hasAttribute("data-parley-target")')).toBe(true);
    await expectAccessible(browser, page, 'react-target');

    const expectToShowOwn = async (content: string): Promise<void> => {
      const text = page.getByRole('textbox', { name: 'Message' });
      await text.fill(content);
      await text.press('Enter');
      const own = list.locator('[data-parley-status=stored][data-parley-own]').getByText(content);
      await own.waitFor();
      await expectInView(own);
    };
    await expectToShowOwn('Here.');

    const quote = list.getByRole('button', { name: 'In reply to: A red fox' });
    await quote.press('Enter');
    await found.getByText('A red fox').waitFor();
    await expectInView(found);
    // The messages between it and the newest are loaded as the reader comes to them.
    expect(await quote.count()).toBe(0);
    await eventually(async () => {
      await list.evaluate((log: { scrollTop: number; scrollHeight: number }) => (log.scrollTop = log.scrollHeight));
      return (await quote.count()) > 0;
    });
    await quote.press('Enter');
    await eventually(() => found.evaluate('document.activeElement.hasAttribute("data-parley-target")'));
    await expectInView(found);
    // All messages up to the newest are loaded now.
    await expectToShowOwn('Or there.');
  });
});
