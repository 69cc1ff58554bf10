import type { GroupChat } from '@parley/protocol';
import type pg from 'pg';

import { ApiClient } from '../../support/api.js';
import { connected } from '../../support/database.js';
import { connectMember, createGroup } from '../../support/messaging.js';
import type { ChatClient } from '../../support/chat-client.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { PushService } from '../../support/push-service.js';
import { leave, pushing, resultsOf, subscribed } from '../../support/pushes.js';
import { WebhookReceiver } from '../../support/receiver.js';
import { eventually } from '../../support/eventually.js';
import { Service } from '../../support/service.js';

const FAR = '2999-01-01T00:00:00Z';

let browsers: PushService;
let parley: Service;
let database: pg.Client;

beforeAll(async () => {
  browsers = await PushService.start();
  parley = await Service.start(pushing(browsers));
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await browsers.stop();
});

interface Away {
  readonly phone: ChatClient;
  readonly bob: TestUser;
  readonly group: GroupChat;
}

/** Alice, and Bob who has made these choices, has a browser that receives pushes, and is not connected. */
async function bobIsAway(...choices: (readonly ['user.notify' | 'room.notify', object])[]): Promise<Away> {
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
  const group = await createGroup(phone, [bobs]);
  for (const [event, choice] of choices) {
    await bobs.device.request(event, event === 'room.notify' ? { room_id: group.id, ...choice } : choice);
  }
  await leave(database, bobs);
  await subscribed(parley, bob, browsers);
  return { phone, bob, group };
}

/** A zone in which it is this hour now. */
const quietNow = (): object => {
  const time = (hours: number): string => {
    const at = new Date(Date.now() + hours * 3_600_000);
    return at.toISOString().slice(11, 16);
  };
  return { from: time(-1), to: time(1), timezone: 'UTC' };
};

async function resultOf({ phone, group }: Away, extra_fields: object = {}): Promise<string | null> {
  const { data } = await phone.request('message.send', { room_id: group.id, content: 'x', extra_fields });
  const [result] = await resultsOf(database, data);
  return result!.reason ?? result!.state;
}

// Each story has browsers of its own, and waits for pushes.
describe.concurrent('a push', () => {
  it('is sent for mentions alone at the level mentions, whatever level the user has elsewhere', async () => {
    const away = await bobIsAway(['user.notify', { level: 'none' }], ['room.notify', { level: 'mentions' }]);
    await expect(resultOf(away)).resolves.toBe('notify_level');
    await expect(resultOf(away, { mentions: [away.bob.id] })).resolves.toBe('sent');
    await expect(resultOf(away, { mention_room: true })).resolves.toBe('sent');
    await expect(resultOf(away, { mentions: [away.bob.id], silent: true })).resolves.toBe('silent');
  });

  it('is not sent at the level none, nor while the room is muted, not even for a mention', async () => {
    for (const choice of [{ level: 'none' }, { level: 'all', muted_until: FAR }]) {
      const away = await bobIsAway(['room.notify', choice]);
      await expect(resultOf(away)).resolves.toBe('notify_level');
      await expect(resultOf(away, { mentions: [away.bob.id] })).resolves.toBe('notify_level');
    }
  });

  it('is decided by the level of the user in a room without a level, and by that of the room in others', async () => {
    const away = await bobIsAway(['user.notify', { level: 'mentions' }]);
    await expect(resultOf(away)).resolves.toBe('notify_level');
    await expect(resultOf(away, { mentions: [away.bob.id] })).resolves.toBe('sent');
    const everything = await bobIsAway(['user.notify', { level: 'none' }], ['room.notify', { level: 'all' }]);
    await expect(resultOf(everything)).resolves.toBe('sent');
  });

  it('is sent again when a mute has ended', async () => {
    const away = await bobIsAway(['room.notify', { muted_until: FAR }]);
    await expect(resultOf(away)).resolves.toBe('notify_level');
    await database.query('UPDATE room_members SET muted_until = now() WHERE room_id = $1', [away.group.id]);
    await expect(resultOf(away)).resolves.toBe('sent');
  });

  it('is not sent in quiet hours, and is sent in others', async () => {
    const quiet = await bobIsAway(['user.notify', { do_not_disturb: quietNow() }]);
    await expect(resultOf(quiet, { mentions: [quiet.bob.id] })).resolves.toBe('do_not_disturb');
    const [first, last] = await Promise.all(['user.notify', 'user.notify'].map(() => bobIsAway()));
    const { from, to, timezone } = quietNow() as { from: string; to: string; timezone: string };
    const device = await first!.bob.connect();
    await device.request('user.notify', { do_not_disturb: { from: to, to: from, timezone } });
    await leave(database, { user: first!.bob, device });
    await expect(resultOf(first!)).resolves.toBe('sent');
    await expect(resultOf(last!)).resolves.toBe('sent');
  });

  it('is not sent if the level changes while it is pending', async () => {
    const away = await bobIsAway();
    // A connection would be a reason of its own.
    const program = await ApiClient.create(parley, { user: away.bob });
    const { data } = await away.phone.request('message.send', { room_id: away.group.id, content: 'x' });
    await program.request('roomnotify.dispatch', 'POST', `/api/rooms/${away.group.id}/notify/`, { level: 'none' });
    await expect(resultsOf(database, data)).resolves.toMatchObject([{ reason: 'notify_level' }]);
  });
});

describe('a webhook for push.requested', () => {
  it('receives the members alone who are notified now', async () => {
    const receiver = await WebhookReceiver.start();
    await receiver.register(parley, '--events', 'push.requested');
    const { alice, bob, carol, dave } = await users(parley, 'alice', 'bob', 'carol', 'dave');
    const phone = await alice.connect();
    const members = await Promise.all([bob, carol, dave].map((each) => connectMember(each)));
    const group = await createGroup(phone, members);
    await members[0]!.device.request('room.notify', { room_id: group.id, level: 'mentions' });
    await members[1]!.device.request('user.notify', { do_not_disturb: quietNow() });
    for (const member of members) await leave(database, member);
    await phone.request('message.send', { room_id: group.id, content: 'x' });
    await phone.request('message.send', { room_id: group.id, content: 'x', extra_fields: { mention_room: true } });
    await eventually(() => receiver.acceptedOf('push.requested').length === 2);
    const requested = receiver.acceptedOf('push.requested').map(({ data }) => {
      const { recipients } = data as { recipients: readonly { id: number }[] };
      return recipients.map(({ id }) => id);
    });
    expect(requested).toEqual([[dave.id], [bob.id, dave.id]]);
    await parley.parley('webhooks', 'delete', receiver.id, '--yes');
    await receiver.close();
  });
});
