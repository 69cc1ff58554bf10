import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let friends: Friends;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  friends = await newFriends(parley);
  await bobSends(30);
});
afterEach(async () => {
  await friends.device.close();
  await browser.closeAll();
});

async function bobSends(count: number): Promise<void> {
  const { device, room } = friends;
  for (let at = 1; at <= count; at += 1) {
    await device.request('message.send', { room_id: room.id, content: `Message ${String(at)}` });
  }
}

/** Alice's page, whose requests of a type wait until they are released. */
async function holding(type: string): Promise<{ readonly client: WebClient; readonly release: () => void }> {
  let release: () => void = () => undefined;
  let isHeld = true;
  const client = await WebClient.visit(browser, parley, {}, (context) =>
    context.routeWebSocket(/\/messaging/, (socket) => {
      const server = socket.connectToServer();
      const waiting: (string | Buffer)[] = [];
      release = () => {
        isHeld = false;
        for (const frame of waiting) server.send(frame);
      };
      socket.onMessage((frame) => {
        if (isHeld && String(frame).includes(`"${type}"`)) waiting.push(frame);
        else server.send(frame);
      });
    }),
  );
  await client.logIn(friends.alice.username);
  await client.isIn();
  return { client, release: () => release() };
}

async function aliceReadsAll(): Promise<void> {
  const device = await friends.alice.connect();
  await device.request('message.read', { room_id: friends.room.id, up_to_seq: 1_000 });
  await device.close();
}

it('the newest message stays in view if a picture grows in the frame in which the reader has scrolled', async () => {
  await aliceReadsAll();
  const client = await WebClient.open(browser, parley, friends.alice);
  await client.enter('Friends');
  await client.expectText('Message 30');
  const last = client.message('Message 30');
  await eventually(() => client.isInView(last));
  await client.page.evaluate(`new Promise((done) => {
    const history = document.querySelector('.history');
    history.scrollTop -= 1;
    history.querySelector('.lines').lastElementChild.style.paddingTop = '250px';
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
  })`);
  expect(await client.isInView(last)).toBe(true);
});

it('a room whose messages are read opens at the newest one, also before the list of rooms is loaded', async () => {
  await aliceReadsAll();
  const { client } = await holding('room.list');
  await client.enter('Friends');
  await client.expectText('Message 30');
  await eventually(() => client.isInView(client.message('Message 30')));
});

it('a message that is sent while the room is still loaded is in view, and the room is read', async () => {
  const { client, release } = await holding('room.messages');
  await client.enter('Friends');
  await client.send('Here I am');
  await friends.device.receive('message.dispatch', ({ data }) => data.content === 'Here I am');
  release();
  const own = client.message('Here I am');
  await own.waitFor();
  await client.expectText('Message 30');
  await eventually(() => client.isInView(own));
  await client
    .room(/Friends/)
    .getByText('unread')
    .waitFor({ state: 'detached' });
});

it('an own message is in view, in a room and in a thread of which the reader has scrolled up', async () => {
  const { alice, device, room } = friends;
  const { data: start } = await device.request('message.send', { room_id: room.id, content: 'Count on' });
  for (let at = 1; at <= 30; at += 1) {
    const fields = { thread_id: start.id };
    await device.request('message.send', { room_id: room.id, content: `Reply ${String(at)}`, extra_fields: fields });
  }
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.expectText('Count on');
  await client.history.evaluate((history: { scrollTop: number }) => {
    history.scrollTop = 0;
  });
  await client.button('Jump to the newest message').waitFor();
  await client.send('My own');
  await client.expectText('My own');
  await eventually(() => client.isInView(client.message('My own')));

  await client.act('Count on', 'Reply in thread');
  const replies = client.dialog.getByRole('list', { name: 'Thread' });
  await replies.getByText('Reply 30').waitFor();
  const field = client.dialog.getByLabel('Reply in thread');
  for (const text of ['One', 'Two', 'Three']) {
    await replies.getByText('Reply 1', { exact: true }).scrollIntoViewIfNeeded();
    await field.pressSequentially(text);
    await field.press('Enter');
    for (const shown of [replies.getByText(text, { exact: true }), field])
      await eventually(() => client.isInView(shown, client.dialog.locator('.dialog-body')));
  }
});
