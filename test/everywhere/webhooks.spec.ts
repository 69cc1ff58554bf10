import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { WebhookReceiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_ID, ANY_TIME, createGroup, connectMember, sendMessage } from '../support/messaging.js';

let parley: Service;
let receiver: WebhookReceiver;
/** Every receiver of the test. */
let receivers: WebhookReceiver[];

beforeAll(async () => {
  parley = await sharedService('eagerDeliveries');
});
beforeEach(async () => {
  receivers = [];
  receiver = await started();
});
afterEach(async () => {
  for (const each of receivers) {
    expect(each.forged).toEqual([]);
    if (each.id !== '') await parley.parley('webhooks', 'delete', each.id, '--yes');
    await each.close();
  }
});

async function started(): Promise<WebhookReceiver> {
  const one = await WebhookReceiver.start();
  receivers.push(one);
  return one;
}

/** The deliveries of a room that the webhook received, as `seq event`. */
const receivedOf = (roomId: string): string[] =>
  [...new Map(receiver.accepted.map((event) => [event.id, event])).values()]
    .filter(({ room_id }) => room_id === roomId)
    .sort((one, other) => one.seq! - other.seq!)
    .map(({ seq, type }) => `${String(seq)} ${type}`);

describe('a webhook', () => {
  it('receives every numbered change of rooms, signed, as members receive it', async () => {
    await receiver.register(parley, '--description', 'of a bot');
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    const group = await createGroup(phone, [bobs]);
    const [first, second] = [await sendMessage(phone, group, 'hello'), await sendMessage(phone, group, 'there')];
    const reaction = { message_id: first.id, reaction_content: '👍' };
    await bobs.device.request('message.react', { type: 'add', ...reaction });
    await phone.request('message.modify', { action: 'update', message_id: first.id, extra_fields: { content: 'hi' } });
    await phone.request('message.pin', { message_id: first.id, pinned: true });
    await phone.request('message.modify', { action: 'delete', message_id: second.id });
    await phone.request('room.add_members', { room_id: group.id, members: [carol.id] });
    await phone.request('room.remove_members', { room_id: group.id, members: [carol.id] });
    await phone.request('room.modify', { room_id: group.id, action: 'update', data: { name: 'Foes' } });
    await eventually(() => receiver.acceptedOf('room.updated').some(({ room_id }) => room_id === group.id));
    // Shows which one is missing.
    await expect.poll(() => receivedOf(group.id)).toHaveLength(10);

    const names = receivedOf(group.id).map((event) => event.split(' ')[1]);
    expect(receivedOf(group.id).map((event) => Number(event.split(' ')[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([names[0], ...names.slice(3)]).toEqual([
      'room.created',
      'message.reaction',
      'message.updated',
      'message.pin',
      'message.deleted',
      'members.added',
      'members.removed',
      'room.updated',
    ]);
    const [created] = receiver.acceptedOf('message.created');
    const { id: roomId } = group;
    expect(created).toEqual({
      id: ANY_ID,
      type: 'message.created',
      created_at: ANY_TIME,
      room_id: roomId,
      seq: first.seq,
      data: expect.objectContaining({ id: first.id, seq: first.seq, sender: expect.anything() as object }) as object,
    });
    expect(receiver.acceptedOf('members.added')[0]!.data).toMatchObject({
      new_members: [carol.username],
      added_by: alice.username,
    });
    expect(receiver.acceptedOf('message.deleted')[0]!.data).toEqual({ message_ids: [second.id] });

    await phone.request('room.modify', { room_id: roomId, action: 'delete' });
    await eventually(() => receiver.acceptedOf('room.deleted').length === 1);
    expect(receiver.acceptedOf('room.deleted')[0]).toMatchObject({
      room_id: roomId,
      seq: 11,
      data: { room_id: roomId },
    });
  });

  it('receives only its own events, and nothing that was refused, or that happens while it is disabled', async () => {
    await receiver.register(parley, '--events', 'message.created');
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    const group = await createGroup(phone, [bobs]);
    await phone.expectRefused('message.send', { room_id: group.id, content: '' });
    await sendMessage(phone, group, 'one');
    await eventually(() => receiver.acceptedOf('message.created').length === 1);
    await parley.parley('webhooks', 'disable', receiver.id);
    const other = await (await started()).register(parley, '--events', 'message.created');
    await sendMessage(phone, group, 'unheard');
    // The service reads its outbox later: a webhook that is enabled before that receives the message.
    await eventually(() => other.acceptedOf('message.created').length === 1);
    await parley.parley('webhooks', 'enable', receiver.id);
    await sendMessage(phone, group, 'two');
    await eventually(() => receiver.acceptedOf('message.created').length === 2);
    expect(receiver.acceptedOf('message.created').map(({ data }) => data!.content)).toEqual(['one', 'two']);
    expect(new Set(receiver.accepted.map(({ type }) => type))).toEqual(new Set(['message.created']));
  });

  it('receives no original of a forwarded message, and no text that was deleted before its delivery', async () => {
    await receiver.register(parley);
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    const [secret, group] = [await createGroup(phone, [bobs], 'Secret'), await createGroup(phone, [bobs])];
    const source = await sendMessage(phone, secret, 'between us');
    await eventually(() => receiver.acceptedOf('message.created').length === 1);
    receiver.setAnswer(() => 500);
    const forwarded = { room_id: group.id, content: '', extra_fields: { forwarded_from_id: source.id } };
    await phone.request('message.send', forwarded);
    const gone = await sendMessage(phone, group, 'soon gone');
    const answer = { room_id: group.id, content: 'stays', extra_fields: { parent_message_id: gone.id } };
    await phone.request('message.send', answer);
    await eventually(() => receiver.received.filter(({ type }) => type === 'message.created').length >= 4);
    await phone.request('message.modify', { action: 'delete', message_id: gone.id });
    await eventually(() => receiver.received.some(({ type }) => type === 'message.deleted'));
    receiver.setAnswer(() => 200);
    await parley.parley('webhooks', 'replay', '--webhook', receiver.id, '--state', 'pending');
    await eventually(() => receiver.acceptedOf('message.created').length === 4);
    const event = receiver.acceptedOf('message.created').filter(({ room_id }) => room_id === group.id);
    expect(event.map(({ data }) => data?.content)).toEqual(['', undefined, 'stays']);
    expect(event[0]!.data).toMatchObject({ is_forwarded: true, forwarded_from: null });
    expect(event[1]!.data).toBeNull();
    expect(event[2]!.data!.parent_message).toBeNull();
    expect(JSON.stringify(event)).not.toContain('between us');
  });

  it('is shown without its secret, and its creation is in the audit log', async () => {
    await receiver.register(parley, '--events', 'room.deleted,push.requested');
    await expect(parley.parley('webhooks', 'list')).resolves.toEqual([
      {
        id: receiver.id,
        url: receiver.url.split('?')[0],
        events: ['room.deleted', 'push.requested'],
        description: '',
        is_active: true,
        created_at: ANY_TIME,
      },
    ]);
    const { id } = (await parley.parley('webhooks', 'test', receiver.id)) as { id: string };
    await eventually(() => receiver.accepted.length === 1);
    expect(receiver.accepted[0]).toEqual({
      id,
      type: 'ping',
      created_at: ANY_TIME,
      room_id: null,
      seq: null,
      data: {},
    });
    const audit = (await parley.parley('audit', 'list', '--limit', '2')) as { action: string; details: object }[];
    expect(audit.map(({ action, details }) => [action, details])).toMatchObject([
      ['webhooks.test', { webhook_id: receiver.id }],
      ['webhooks.create', { webhook_id: receiver.id, events: ['room.deleted', 'push.requested'] }],
    ]);
  });

  it('keeps no data of a user who is erased', async () => {
    await receiver.register(parley);
    receiver.setAnswer(() => 503);
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    await sendMessage(phone, await createGroup(phone, [bobs]), 'what alice said');
    await eventually(() => receiver.received.some(({ data }) => data?.content === 'what alice said'));
    await parley.parley('users', 'erase', alice.username, '--yes');
    const database = await connected(parley.serviceData);
    const { rows } = await database.query(
      `SELECT data FROM webhook_deliveries WHERE data::text LIKE '%what alice said%'
         OR data::text LIKE '%"username": "${alice.username}"%'`,
    );
    await database.end();
    expect(rows).toEqual([]);
  });
});
