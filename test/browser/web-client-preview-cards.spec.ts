import sharp from 'sharp';

import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import { PageServer } from '../support/page-server.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let pages: PageServer;
let alice: TestUser;

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'seagreen' } })
    .png()
    .toBuffer();

/** A page for each appearance of a card. @returns their URLs */
async function serveAll(): Promise<string[]> {
  pages.serves('/wide.png', await picture(1_200, 630), 'image/png');
  pages.serves('/icon.png', await picture(32, 32), 'image/png');
  return [
    pages.page('/wide', { title: 'With a picture', site_name: 'Pictures', image: '/wide.png' }),
    pages.page('/icon', { title: 'With an icon', site_name: 'Icons', image: '/icon.png' }),
    pages.page('/long', { title: 'Ship'.repeat(50), description: 'x'.repeat(500), site_name: 'Long '.repeat(20) }),
    pages.page('/arabic', { title: 'عشر نزهات على طول الساحل', description: 'أين تذهب', site_name: 'مسار الساحل' }),
    pages.page('/only', { title: '', image: '/wide.png' }),
    pages.page('/removed', { title: 'Removed' }),
  ];
}

beforeAll(async () => {
  [parley, browser, pages] = await Promise.all([sharedService('everyPart'), Browser.shared(), PageServer.start()]);
  const urls = await serveAll();
  let bob: TestUser;
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  const [own, other] = [await alice.connect(), await bob.connect()];
  const { data: room } = await own.request('room.create', {
    type: 'GroupChat',
    name: 'Friends',
    participants: [bob.id],
  });
  for (const url of urls) {
    for (const device of [own, other]) await sendMessage(device, room, url);
  }
  const messages = () => historyOf(own, room);
  await eventually(async () => (await messages()).every(({ link_previews: previews }) => previews.length === 1));
  const removed = (await messages()).find(({ sender, content }) => sender.id === alice.id && content === urls.at(-1));
  await own.request('message.remove_preview', { message_id: removed!.id, url: urls.at(-1)! });
  await Promise.all([own.close(), other.close()]);
});
afterEach(() => browser.closeAll());
afterAll(() => pages.stop());

/** Elements of the page that do not fit in their cards. */
const MISPLACED = `
  [...document.querySelectorAll('.link-preview')].flatMap((card) => {
    const of = (part) => part.getBoundingClientRect();
    const outer = of(card);
    const apart = (one, other) =>
      one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
    const texts = [...card.querySelectorAll('.preview-texts > *')];
    const button = card.querySelector('button');
    const image = card.querySelector('img');
    const list = of(card.parentElement.parentElement);
    const isRtl = document.documentElement.dir === 'rtl';
    return [
      ...texts.filter((text) => of(text).left < outer.left || of(text).right > outer.right).map(() => 'text outside'),
      ...texts.filter((text) => button && !apart(of(text), of(button))).map(() => 'text below the button'),
      ...(Math.abs(isRtl ? list.right - outer.right : outer.left - list.left) > 1 ? ['not at the start'] : []),
      ...(image && image.naturalWidth > 0 && of(image).width > 2 * image.naturalWidth ? ['enlarged picture'] : []),
      ...(outer.height > 360 ? ['too high'] : []),
    ].map((fault) => fault + ': ' + card.textContent.slice(0, 20));
  })`;

describe.each([
  ['a desktop, light, ltr', { colorScheme: 'light', viewport: { width: 1_000, height: 2_600 } }, 'ltr'],
  [
    'a small phone, dark, rtl',
    { colorScheme: 'dark', viewport: { width: 320, height: 2_600 }, isMobile: true, hasTouch: true },
    'rtl',
  ],
] as const)('the cards of links on %s', (_, options, direction) => {
  it('fit their texts, pictures and buttons, without a violation of axe', async () => {
    const client = await WebClient.open(browser, parley, alice, options);
    await client.setDirection(direction);
    await client.enter('Friends');
    const cards = client.history.locator('.link-preview');
    await eventually(async () => (await cards.count()) === 11);
    const images = client.history.locator('.link-preview img');
    await eventually(() =>
      images.evaluateAll(
        (all: { naturalWidth: number }[]) => all.length === 6 && all.every((each) => each.naturalWidth),
      ),
    );
    await browser.screenshot(client.page, `web-client-cards-${options.colorScheme}`);
    expect(await client.page.evaluate<string[]>(MISPLACED)).toEqual([]);
    expect(await client.history.getByRole('button', { name: /^Remove / }).count()).toBe(5);
    expect(await client.faults()).toEqual([]);
  });
});
