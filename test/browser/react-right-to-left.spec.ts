import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { newFriends } from '../support/friends.js';
import { expectAccessible, ReactKit } from '../support/react-kit.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, sendFiles, textFile } from '../support/uploads.js';

/** The page and its elements, as far as the spec uses them. */
interface Page {
  getComputedStyle(element: unknown): { readonly direction: string };
}

interface Element {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  getBoundingClientRect(): { readonly left: number; readonly right: number };
}

/** The distances of an element from the edges of one around it, in pixels. */
async function distances(inner: Locator, outer: Locator): Promise<{ readonly left: number; readonly right: number }> {
  const read = (each: Locator): Promise<{ readonly left: number; readonly right: number }> =>
    each.evaluate((element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    });
  const [place, around] = [await read(inner), await read(outer)];
  return { left: place.left - around.left, right: around.right - place.right };
}

it('the parts follow a page from right to left, and a text of the other direction keeps its own', async () => {
  const [parley, browser, kit] = await Promise.all([sharedService(), Browser.shared(), ReactKit.start()]);
  const { alice, bob, device, room } = await newFriends(parley);
  const send = async (content: string, extra_fields: object = {}): Promise<string> =>
    (await device.request('message.send', { room_id: room.id, content, extra_fields })).data.id;
  const message_id = await send('أين الخطة؟');
  await send('هنا', { thread_id: message_id });
  await device.request('message.react', { room_id: room.id, type: 'add', message_id, reaction_content: '👍' });
  await sendFiles(device, room.id, await new FileClient(parley, bob).upload(room.id, textFile('The minutes')));
  await send('In English');

  const page = await kit.open(browser, parley, alice, room.id);
  await page.evaluate('document.documentElement.dir = "rtl"');
  const list = page.getByRole('log', { name: 'Messages' });
  await page.getByRole('textbox', { name: 'Message' }).fill('شكرا');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  const own = list.locator('[data-parley-status=stored][data-parley-own]');
  await own.waitFor();
  const search = page.getByRole('search');
  await search.getByRole('searchbox').fill('English');
  await search.getByRole('searchbox').press('Enter');
  await search.locator('mark').waitFor();
  await list.getByRole('button', { name: '1 reply' }).click();
  const thread = page.getByRole('region', { name: 'Thread' });
  await thread.getByText('هنا').waitFor();

  const theirs = list.getByRole('article').first();
  const heading = theirs.locator('header');
  for (const [inner, outer, side] of [
    [theirs, list, 'right'],
    [own, list, 'left'],
    // Names and times of the other direction are not one text with it.
    [heading.locator('[data-parley-author]'), heading, 'right'],
    [heading.locator('time'), heading, 'left'],
    [search.getByRole('button', { name: 'Search' }), search, 'left'],
    [thread.getByRole('heading'), thread, 'right'],
    [thread.getByRole('button', { name: 'Close' }), thread, 'left'],
    [page.getByRole('button', { name: 'Send' }).last(), page.locator('main'), 'left'],
  ] as const) {
    const { left, right } = await distances(inner, outer);
    expect([String(inner), left < right ? 'left' : 'right']).toEqual([String(inner), side]);
  }
  const directionOf = (text: string): Promise<string> =>
    list
      .getByText(text, { exact: true })
      .evaluate((each) => (globalThis as unknown as Page).getComputedStyle(each).direction);
  expect([await directionOf('أين الخطة؟'), await directionOf('In English')]).toEqual(['rtl', 'ltr']);
  for (const each of [page.locator('main'), list, thread, search]) {
    expect(await each.evaluate((element: Element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  }
  await expectAccessible(browser, page, 'react-right-to-left');
  await browser.closeAll();
  await kit.stop();
});
