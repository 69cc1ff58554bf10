import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { keepLogIn } from '../support/page-log-in.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

const TRACKER = 'https://tracker.example';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bobsDevice: ChatClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService('openDirectories'), Browser.shared()]);
});
beforeEach(async () => {
  const { bob, ...others } = await users(parley, 'alice', 'bob');
  ({ alice } = others);
  bobsDevice = await bob.connect();
});
afterEach(async () => {
  await bobsDevice.close();
  await browser.closeAll();
});

/** Whatever is written in places that others see. */
async function writeEverywhere(): Promise<void> {
  const picture = (name: string): string => `${TRACKER}/${name}.png`;
  await bobsDevice.request('user.update', { avatar: picture('user') });
  const description = `![x](${picture('description')})`;
  const { data: room } = await bobsDevice.request('room.create', {
    type: 'GroupChat',
    name: 'Offers',
    participants: [alice.id],
    extra_fields: { avatar: picture('room') },
  });
  await bobsDevice.request('room.modify', { room_id: room.id, action: 'update', data: { description } });
  const { data: other } = await bobsDevice.request('room.create', {
    type: 'GroupChat',
    name: 'More offers',
    participants: [],
    extra_fields: { avatar: picture('invitation') },
  });
  await bobsDevice.request('room.invite', { room_id: other.id, user_ids: [alice.id] });
  await bobsDevice.request('room.create', {
    type: 'Channel',
    name: 'Offers of the day',
    participants: [],
    extra_fields: { avatar: picture('channel'), is_public: true },
  });
  const types = { image: 'image/png', video: 'video/mp4', audio: 'audio/mpeg', file: 'text/plain' };
  const media = Object.entries(types).map(([media_type, mime_type]) => ({
    media_url: picture(media_type),
    media_type,
    mime_type,
  }));
  for (const [content, extra_fields] of [
    ['Media', { media }],
    [`![picture](${picture('markdown')}) <img src="${picture('html')}"> [link](${picture('link')})`, {}],
    ['Poll', { poll: { options: [`![x](${picture('option')})`, picture('other-option')] } }],
  ] as const)
    await bobsDevice.request('message.send', { room_id: room.id, content, extra_fields });
}

it('nothing that others have written asks another host before a click', async () => {
  await writeEverywhere();
  const asked: string[] = [];
  const page = await WebClient.visit(browser, parley, {}, async (context) => {
    await keepLogIn(context, parley, alice);
    await context.route(
      ({ origin }) => origin !== new URL(parley.url).origin,
      (route) => {
        asked.push(route.request().url());
        return route.abort();
      },
    );
  });
  browser.ignoreError(/net::ERR_FAILED/);
  await page.rooms.getByText('More offers').waitFor();
  await page.enter('Offers');
  await page.history.getByText('Poll').waitFor();
  await page.button('Show picture from tracker.example').waitFor();
  await page.history.getByText('bob Tester').first().click();
  await page.dialog.waitFor();
  await page.page.keyboard.press('Escape');
  await page.button('Room settings').click();
  await page.dialog.getByRole('listitem').first().waitFor();
  await page.page.keyboard.press('Escape');
  await page.button('Directory').click();
  await page.dialog.getByText('Channels', { exact: true }).click();
  await page.dialog.getByLabel('Name of a channel').fill('Offers of the day');
  await page.dialog.getByText('Offers of the day').first().waitFor();
  expect(asked).toEqual([]);

  // The first one empties the field.
  await page.page.keyboard.press('Escape');
  await page.page.keyboard.press('Escape');
  await page.dialog.waitFor({ state: 'hidden' });
  await page.button('Show picture from tracker.example').click();
  await eventually(() => asked.length > 0);
});
