import { randomUUID } from 'node:crypto';

import type { HeldMessage } from '@parley/protocol';

import { Administration } from '../support/administration.js';
import { closeCast, connectCastInGroup } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { historyOf } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
/** Alice leads a group with Bob. */
let cast: Cast;
let room: { readonly id: string };
let erin: TestUser;
/** Erin, who is no member. */
let moderator: Administration;

beforeAll(async () => {
  parley = await sharedService('heldWords');
});
beforeEach(async () => {
  ({ cast, room } = await connectCastInGroup(parley));
  ({ erin } = await users(parley, 'erin'));
  moderator = await Administration.by(parley, erin, 'moderator');
});
afterEach(() => closeCast(cast));

async function held(device: ChatClient, content: string, inRoom = room): Promise<HeldMessage> {
  const answer = await device.response(device.sendRequest('message.send', { room_id: inRoom.id, content }));
  expect(answer.eventType).toBe('messageheld.dispatch');
  return answer.data as HeldMessage;
}

const all = (more = ''): Promise<HeldMessage[]> => moderator.all<HeldMessage>(`held/?limit=100${more}`, 'held');
const idsOf = (messages: readonly HeldMessage[]): string[] => messages.map(({ message_id }) => message_id);

describe('the held messages of the administration', () => {
  it('are not for users without a role, nor for leaders of a room', async () => {
    const { message_id } = await held(cast.bobDevice, 'holdme');
    const leader = Administration.as(parley, cast.alice);
    for (const answer of [
      await leader.get('held/'),
      await leader.post(`held/${message_id}/release/`, { allow: true }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
  });

  it('are listed in pages over all rooms, the oldest first', async () => {
    const { data: chat } = await cast.phone.request('room.create', {
      type: 'OneToOneChat',
      participants: [cast.carol.id],
    });
    const messages = [
      await held(cast.bobDevice, 'holdme one'),
      await held(cast.carolDevice, 'holdme two', chat),
      await held(cast.bobDevice, 'holdme three'),
    ];
    const own = (found: readonly HeldMessage[]) =>
      found.filter(({ message_id }) => idsOf(messages).includes(message_id));
    expect(own(await all())).toEqual(messages);
    expect(own(await moderator.all<HeldMessage>('held/?limit=1', 'held'))).toEqual(messages);
    expect(await moderator.get('held/?cursor=x')).toMatchObject({
      status: 400,
      body: { cursor: [expect.any(String)] },
    });
  });

  it('are sent when a moderator who is no member allows them', async () => {
    const { message_id } = await held(cast.bobDevice, 'holdme');
    const decision = await moderator.expect(moderator.post(`held/${message_id}/release/`, { allow: true }));
    expect(decision).toMatchObject({ message_id, room_id: room.id, allowed: true, by: { id: erin.id } });
    await cast.phone.receive('message.dispatch', ({ data }) => data.id === message_id);
    await cast.bobDevice.receive('messagerelease.dispatch', ({ data }) => data.message_id === message_id);
    expect(idsOf(await all())).not.toContain(message_id);
    const entries = await parley.parley('audit', 'list', '--room', room.id, '--action', 'message.release');
    expect(entries).toMatchObject([
      {
        actor: { id: erin.id },
        subject: { id: cast.bob.id },
        origin: { address: '127.0.0.1' },
        details: { message_id, allow: true },
      },
    ]);
    expect(await moderator.post(`held/${message_id}/release/`, { allow: true })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('are decided about in a OneToOneChat, which nobody leads, and edits too', async () => {
    const { data: chat } = await cast.phone.request('room.create', {
      type: 'OneToOneChat',
      participants: [cast.carol.id],
    });
    await cast.carolDevice.receive('roomcreate.dispatch');
    const rejected = await held(cast.phone, 'holdme', chat);
    await expect(
      moderator.expect(moderator.post(`held/${rejected.message_id}/release/`, { allow: false })),
    ).resolves.toMatchObject({ allowed: false });
    const allowed = await held(cast.phone, 'holdme again', chat);
    await moderator.expect(moderator.post(`held/${allowed.message_id}/release/`, { allow: true }));
    await cast.carolDevice.receive('message.dispatch', ({ data }) => data.id === allowed.message_id);
    const edit = { action: 'update', message_id: allowed.message_id, extra_fields: { content: 'holdme, edited' } };
    const answer = await cast.phone.response(cast.phone.sendRequest('message.modify', edit));
    expect(answer.eventType).toBe('messageheld.dispatch');
    await moderator.expect(moderator.post(`held/${allowed.message_id}/release/`, { allow: true }));
    expect((await historyOf(cast.carolDevice, chat)).map(({ content }) => content)).toEqual(['holdme, edited']);
  });

  it('are reported to moderators in a OneToOneChat, and in a group that nobody else leads', async () => {
    const { data: chat } = await cast.phone.request('room.create', {
      type: 'OneToOneChat',
      participants: [cast.carol.id],
    });
    const device = await erin.connect();
    for (const place of [chat, room]) {
      const message = await held(cast.phone, 'holdme', place);
      expect((await device.receive('report.dispatch')).data).toEqual({
        report_id: null,
        state: 'open',
        reason: 'other',
        comment: null,
        created_at: message.held_at,
        user: message.sender,
        reporter: null,
        message_id: message.message_id,
        room_id: place.id,
        seen: null,
        resolution: null,
        held: message,
      });
      const { message_id } = message;
      await cast.phone.request('message.release', { message_id, allow: false });
      expect((await device.receive('messagerelease.dispatch')).data).toMatchObject({ message_id, allowed: false });
    }
    const { data: sent } = await cast.phone.request('message.send', { room_id: chat.id, content: 'fine' });
    const edit = { action: 'update', message_id: sent.id, extra_fields: { content: 'holdme' } };
    await cast.phone.response(cast.phone.sendRequest('message.modify', edit));
    const report = await device.receive('report.dispatch');
    expect(report.data).toMatchObject({ message_id: sent.id, held: { action: 'edit', content: 'holdme' } });
    await device.request('message.release', { message_id: sent.id, allow: true });
    await expect(cast.phone.receive('messagerelease.dispatch')).resolves.toMatchObject({ data: { allowed: true } });
    await device.close();
  });

  it('are reported to no moderator who has sent them, as these decide about what others send', async () => {
    const { data: chat } = await cast.phone.request('room.create', { type: 'OneToOneChat', participants: [erin.id] });
    const device = await erin.connect();
    await held(device, 'holdme', chat);
    const own = await held(cast.phone, 'holdme', chat);
    expect((await device.receive('report.dispatch')).data).toMatchObject({ message_id: own.message_id });
    await device.close();
  });

  it('of the own user are left to others', async () => {
    const { data: chat } = await cast.phone.request('room.create', { type: 'OneToOneChat', participants: [erin.id] });
    const device = await erin.connect();
    const { message_id } = await held(device, 'holdme', chat);
    expect(await moderator.post(`held/${message_id}/release/`, { allow: true })).toMatchObject({ status: 403 });
    expect(idsOf(await all())).toContain(message_id);
    await device.close();
  });

  it('are not decided about by a user whose role was taken away, nor under unknown ids', async () => {
    const { message_id } = await held(cast.bobDevice, 'holdme');
    for (const id of [randomUUID(), 'no-id']) {
      expect(await moderator.post(`held/${id}/release/`, { allow: true })).toMatchObject({ status: 404 });
    }
    expect(await moderator.post(`held/${message_id}/release/`, {})).toMatchObject({
      status: 400,
      body: { allow: [expect.any(String)] },
    });
    const device = await erin.connect();
    await parley.parley('users', 'set-role', erin.username, 'user');
    expect(await moderator.post(`held/${message_id}/release/`, { allow: true })).toMatchObject({ status: 403 });
    for (const allow of [true, false]) {
      const refused = await device.expectRefused('message.release', { message_id, room_id: room.id, allow });
      expect(refused.code).toBe(4004);
    }
    await device.close();
  });
});
