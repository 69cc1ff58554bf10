import type { Locator, Page } from 'playwright-core';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import { expectAccessible, ReactKit } from '../support/react-kit.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let browser: Browser;
let kit: ReactKit;
let friends: Friends;
let bob: ChatClient;
let roomId: string;

beforeAll(async () => {
  [parley, browser, kit] = await Promise.all([sharedService(), Browser.shared(), ReactKit.start()]);
});
afterAll(() => kit.stop());
beforeEach(async () => {
  friends = await newFriends(parley);
  bob = friends.device;
  roomId = friends.room.id;
});
afterEach(() => browser.closeAll());

async function sent(content: string, extra_fields: object = {}): Promise<string> {
  return (await bob.request('message.send', { room_id: roomId, content, extra_fields })).data.id;
}

const thread = (page: Page): Locator => page.getByRole('region', { name: 'Thread' });

const replies = (page: Page): Locator => page.getByRole('log', { name: 'Thread' });

/** The properties of an element of the page that the spec uses. */
interface Scrolled {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  getBoundingClientRect(): { readonly top: number };
  querySelector(selector: string): Scrolled;
}

/** The newest reply is in view, below others that are not. */
const expectAtEnd = (page: Page): Promise<void> =>
  eventually(() =>
    replies(page).evaluate(
      ({ scrollTop, scrollHeight, clientHeight }: Scrolled) =>
        scrollTop > 0 && scrollHeight - scrollTop - clientHeight < 2,
    ),
  );

describe('the part of a thread', () => {
  it('shows the replies as they come and change, and the user answers by the keyboard', async () => {
    const id = await sent('Where is the plan?');
    await sent('Here.', { thread_id: id });
    const page = await kit.open(browser, parley, friends.alice, roomId);
    const room = page.getByRole('log', { name: 'Messages' });
    await room.getByRole('button', { name: '1 reply' }).press('Enter');
    await thread(page).getByText('Here.').waitFor();
    await thread(page).getByText('Where is the plan?').waitFor();
    await bob.receive('readreceipt.dispatch', ({ data }) => [data].flat().some(({ content }) => content === 'Here.'));

    const field = thread(page).getByRole('textbox', { name: 'Reply' });
    await field.fill('Thank you.');
    await field.press('Enter');
    const reply = await bob.receive('message.dispatch', ({ data }) => data.sender.id === friends.alice.id);
    expect(reply.data).toMatchObject({ content: 'Thank you.', thread: { id }, also_to_room: false });
    await room.getByRole('button', { name: '2 replies' }).waitFor();
    await thread(page).locator('[data-parley-status=stored]').getByText('Thank you.').waitFor();
    expect(await room.getByText('Thank you.').count()).toBe(0);

    const message_id = reply.data.id;
    await bob.request('message.react', { room_id: roomId, type: 'add', message_id, reaction_content: '👍' });
    await thread(page)
      .getByRole('button', { name: /^👍 1: bob/ })
      .waitFor();
    await expectAccessible(browser, page, 'react-thread');
    await field.press('Escape');
    await thread(page).waitFor({ state: 'detached' });
  });

  it('begins with the first reply, shows the newest, keeps the place when earlier ones are loaded, shows an own one, and removes a deleted one', async () => {
    const id = await sent('Count.');
    const page = await kit.open(browser, parley, friends.alice, roomId);
    await page.getByRole('button', { name: 'Reply in a thread' }).click();
    const field = thread(page).getByRole('textbox', { name: 'Reply' });
    await field.fill('One.');
    await field.press('Enter');
    await page.getByRole('button', { name: '1 reply' }).waitFor();
    let last = '';
    for (let at = 2; at <= 60; at += 1) last = await sent(`Number ${String(at)}.`, { thread_id: id });
    await thread(page).getByText('Number 60.').waitFor();
    await thread(page).getByRole('button', { name: 'Close' }).click();
    const again = await kit.open(browser, parley, friends.alice, roomId);
    await again.getByRole('button', { name: '60 replies' }).click();
    await thread(again).getByText('Number 60.').waitFor();
    await expectAtEnd(again);
    last = await sent('Number 61.', { thread_id: id });
    await thread(again).getByText('Number 61.').waitFor();
    await expectAtEnd(again);

    const first = thread(again).locator('[data-parley-message]').first();
    const seq = String(await first.getAttribute('data-parley-message'));
    const before = await replies(again).evaluate((log: Scrolled) => {
      log.scrollTop = 0;
      return Math.round(log.querySelector('[data-parley-message]').getBoundingClientRect().top);
    });
    await thread(again).getByRole('button', { name: 'Earlier replies' }).click();
    await thread(again).getByText('One.').waitFor();
    const kept = replies(again).locator(`[data-parley-message="${seq}"]`);
    expect(await kept.evaluate((row: Scrolled) => Math.round(row.getBoundingClientRect().top))).toBe(before);
    await thread(again).getByRole('textbox', { name: 'Reply' }).fill('Enough.');
    await thread(again).getByRole('textbox', { name: 'Reply' }).press('Enter');
    await thread(again).locator('[data-parley-status=stored]').getByText('Enough.').waitFor();
    await expectAtEnd(again);
    await bob.request('message.modify', { room_id: roomId, action: 'delete', message_id: [last] });
    await thread(again).getByText('Number 61.').waitFor({ state: 'detached' });
    expect(await thread(again).getByRole('article').count()).toBe(62);
  });
});
