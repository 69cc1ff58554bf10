import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { people } from '../support/people.js';
import { Receiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { AN_ID, A_TIME, groupOf, onADevice, says } from '../support/talk.js';

let parley: Service;
let receiver: Receiver;

beforeAll(async () => {
  parley = await sharedService('eagerDeliveries');
});
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  expect(receiver.forged).toEqual([]);
  if (receiver.id !== '') await parley.parley('webhooks', 'delete', receiver.id);
  await receiver.close();
});

/** The deliveries of a room that the webhook received, as `seq event`. */
const toldOf = (roomId: string): string[] =>
  [...new Map(receiver.taken.map((told) => [told.id, told])).values()]
    .filter(({ room_id }) => room_id === roomId)
    .sort((one, other) => one.seq! - other.seq!)
    .map(({ seq, type }) => `${String(seq)} ${type}`);

describe('a webhook', () => {
  it('receives every numbered change of rooms, signed, as members receive it', async () => {
    await receiver.follows(parley, '--description', 'of a bot');
    const { alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol');
    const [phone, bobs] = [await alice.arrives(), await onADevice(bob)];
    const group = await groupOf(phone, [bobs]);
    const [first, second] = [await says(phone, group, 'hello'), await says(phone, group, 'there')];
    const reaction = { message_id: first.id, reaction_content: '👍' };
    await bobs.device.ask('message.react', { type: 'add', ...reaction });
    await phone.ask('message.modify', { action: 'update', message_id: first.id, extra_fields: { content: 'hi' } });
    await phone.ask('message.modify', { action: 'delete', message_id: second.id });
    await phone.ask('room.add_members', { room_id: group.id, members: [carol.id] });
    await phone.ask('room.remove_members', { room_id: group.id, members: [carol.id] });
    await phone.ask('room.modify', { room_id: group.id, action: 'update', data: { name: 'Foes' } });
    await eventually(() => receiver.of('room.updated').some(({ room_id }) => room_id === group.id));
    await eventually(() => toldOf(group.id).length === 9);

    const names = toldOf(group.id).map((told) => told.split(' ')[1]);
    expect(toldOf(group.id).map((told) => Number(told.split(' ')[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([names[0], ...names.slice(3)]).toEqual([
      ...['room.created', 'message.reaction', 'message.updated', 'message.deleted'],
      ...['members.added', 'members.removed', 'room.updated'],
    ]);
    const [created] = receiver.of('message.created');
    const { id: roomId } = group;
    expect(created).toEqual({
      ...{ id: AN_ID, type: 'message.created', created_at: A_TIME, room_id: roomId, seq: first.seq },
      data: expect.objectContaining({ id: first.id, seq: first.seq, sender: expect.anything() as object }) as object,
    });
    expect(receiver.of('members.added')[0]!.data).toMatchObject({
      new_members: [carol.username],
      added_by: alice.username,
    });
    expect(receiver.of('message.deleted')[0]!.data).toEqual({ message_ids: [second.id] });

    await phone.ask('room.modify', { room_id: roomId, action: 'delete' });
    await eventually(() => receiver.of('room.deleted').length === 1);
    expect(receiver.of('room.deleted')[0]).toMatchObject({ room_id: roomId, seq: 10, data: { room_id: roomId } });
  });

  it('receives only its own events, and nothing that was refused, or that happens while it is disabled', async () => {
    await receiver.follows(parley, '--events', 'message.created');
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, bobs] = [await alice.arrives(), await onADevice(bob)];
    const group = await groupOf(phone, [bobs]);
    await phone.isRefused('message.send', { room_id: group.id, content: '' });
    await says(phone, group, 'one');
    await eventually(() => receiver.taken.length === 1);
    await parley.parley('webhooks', 'disable', receiver.id);
    await says(phone, group, 'unheard');
    await parley.parley('webhooks', 'enable', receiver.id);
    await says(phone, group, 'two');
    await eventually(() => receiver.taken.length === 2);
    expect(receiver.taken.map(({ type, data }) => [type, data!.content])).toEqual([
      ['message.created', 'one'],
      ['message.created', 'two'],
    ]);
  });

  it('receives no original of a forwarded message, and no text that was deleted before its delivery', async () => {
    await receiver.follows(parley);
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, bobs] = [await alice.arrives(), await onADevice(bob)];
    const [secret, group] = [await groupOf(phone, [bobs], 'Secret'), await groupOf(phone, [bobs])];
    const source = await says(phone, secret, 'between us');
    await eventually(() => receiver.of('message.created').length === 1);
    receiver.answers(() => 500);
    const forwarded = { room_id: group.id, content: '', extra_fields: { forwarded_from_id: source.id } };
    await phone.ask('message.send', forwarded);
    const gone = await says(phone, group, 'soon gone');
    const answer = { room_id: group.id, content: 'stays', extra_fields: { parent_message_id: gone.id } };
    await phone.ask('message.send', answer);
    await eventually(() => receiver.told.filter(({ type }) => type === 'message.created').length >= 4);
    await phone.ask('message.modify', { action: 'delete', message_id: gone.id });
    await eventually(() => receiver.told.some(({ type }) => type === 'message.deleted'));
    receiver.answers(() => 200);
    await parley.parley('webhooks', 'replay', '--webhook', receiver.id, '--state', 'pending');
    await eventually(() => receiver.of('message.created').length === 4);
    const told = receiver.of('message.created').filter(({ room_id }) => room_id === group.id);
    expect(told.map(({ data }) => data?.content)).toEqual(['', undefined, 'stays']);
    expect(told[0]!.data).toMatchObject({ is_forwarded: true, forwarded_from: null });
    expect(told[1]!.data).toBeNull();
    expect(told[2]!.data!.parent_message).toBeNull();
    expect(JSON.stringify(told)).not.toContain('between us');
  });

  it('is shown without its secret, and its creation is in the audit log', async () => {
    await receiver.follows(parley, '--events', 'room.deleted,push.requested');
    await expect(parley.parley('webhooks', 'list')).resolves.toEqual([
      {
        ...{
          id: receiver.id,
          url: receiver.url.split('?')[0],
          events: ['room.deleted', 'push.requested'],
          description: '',
        },
        ...{ is_active: true, created_at: A_TIME },
      },
    ]);
    const { id } = (await parley.parley('webhooks', 'test', receiver.id)) as { id: string };
    await eventually(() => receiver.taken.length === 1);
    expect(receiver.taken[0]).toEqual({ id, type: 'ping', created_at: A_TIME, room_id: null, seq: null, data: {} });
    const audit = (await parley.parley('audit', 'list', '--limit', '2')) as { action: string; details: object }[];
    expect(audit.map(({ action, details }) => [action, details])).toEqual([
      ['webhooks.test', { webhook_id: receiver.id }],
      ['webhooks.create', { webhook_id: receiver.id, events: ['room.deleted', 'push.requested'] }],
    ]);
  });

  it('keeps no data of a user who is erased', async () => {
    await receiver.follows(parley);
    receiver.answers(() => 503);
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, bobs] = [await alice.arrives(), await onADevice(bob)];
    await says(phone, await groupOf(phone, [bobs]), 'what alice said');
    await eventually(() => receiver.told.some(({ data }) => data?.content === 'what alice said'));
    await parley.parley('users', 'erase', alice.username);
    const database = await connected(parley.place);
    const { rows } = await database.query(
      `SELECT data FROM webhook_deliveries WHERE data::text LIKE '%what alice said%'
         OR data::text LIKE '%"username": "${alice.username}"%'`,
    );
    await database.end();
    expect(rows).toEqual([]);
  });
});
