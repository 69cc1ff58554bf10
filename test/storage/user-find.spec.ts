import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { sendMessage, profileView } from '../support/messaging.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let phone: ChatClient;
let bobDevice: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  [phone, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
});
afterEach(() => Promise.all([phone, bobDevice].filter(({ isOpen }) => isOpen).map((device) => device.close())));

const NOBODY = { code: 4004, detail: 'No such user.' };

describe('user.find', () => {
  it('returns the user with a username, so that a room can be created', async () => {
    const { data: found } = await phone.request('user.find', { username: bob.username });
    expect(found).toEqual(profileView(bob));
    const { data: room } = await phone.request('room.create', { type: 'OneToOneChat', participants: [found.id] });
    await bobDevice.receive('roomcreate.dispatch');
    await sendMessage(phone, room, 'hello');
    await bobDevice.receive('message.dispatch', ({ data }) => data.content === 'hello');
    await phone.drain();
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it("is answered only to the requester, also for the requester's own name", async () => {
    const laptop = await alice.connect();
    await expect(phone.request('user.find', { username: alice.username })).resolves.toMatchObject({
      data: profileView(alice),
    });
    await expect(laptop.drain()).resolves.toEqual([]);
    await laptop.close();
  });

  it('compares names as the log-in does: without regard to case and Unicode form', async () => {
    const id = await parley.parley('users', 'create', `Zoë-${String(bob.id)}`);
    const user = expect.objectContaining(id as object) as object;
    for (const name of ['Zoë', 'zoë', 'ZOË', 'Zoe\u0308', 'ｚｏë']) {
      const username = `${name}-${String(bob.id)}`;
      await expect(phone.request('user.find', { username })).resolves.toMatchObject({ data: user });
    }
    await expect(phone.expectRefused('user.find', { username: `Zoe-${String(bob.id)}` })).resolves.toMatchObject(
      NOBODY,
    );
  });

  it('matches whole names only, without wildcards', async () => {
    const { username } = bob;
    // Without its last digit alone it may be the name of another user.
    const parts = [username.replace(/\d+$/, ''), username.slice(1), `${username}x`, ` ${username}`, `${username} `];
    for (const part of [...parts, '%', '_____', `${username.slice(0, 2)}%`, '*', '.*', `${username}\u0000`]) {
      await expect(phone.expectRefused('user.find', { username: part })).resolves.toMatchObject(NOBODY);
    }
  });

  it('does not find deactivated users, nor deleted ones', async () => {
    const { username } = bob;
    await parley.parley('users', 'deactivate', username);
    await expect(phone.expectRefused('user.find', { username })).resolves.toMatchObject(NOBODY);
    await parley.parley('users', 'activate', username);
    await expect(phone.request('user.find', { username })).resolves.toMatchObject({ data: profileView(bob) });
    await parley.parley('users', 'delete', username, '--yes');
    for (const name of [username, `deleted-${String(bob.id)}`]) {
      await expect(phone.expectRefused('user.find', { username: name })).resolves.toMatchObject(NOBODY);
    }
  });

  it.each([[{ username: '' }], [{ username: 2 }], [{ username: null }], [{ username: 'x'.repeat(151) }]])(
    'refuses %j',
    async (data) => {
      await expect(phone.expectRefused('user.find', data)).resolves.toMatchObject({
        code: 4003,
        detail: { username: ['Must be a text of 1 to 150 characters.'] },
      });
    },
  );
});
