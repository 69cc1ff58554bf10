import type { GroupChat, Message } from '@parley/protocol';
import type pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { historyOf } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let database: pg.Client;
let bob: TestUser;
let leader: ChatClient;
let author: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  // A message may be scheduled for the next moment.
  parley = await sharedService('fewItems');
  database = await connected(parley.serviceData);
});
afterAll(() => database.end());
beforeEach(async () => {
  const { alice, ...others } = await users(parley, 'alice', 'bob');
  ({ bob } = others);
  [leader, author] = await Promise.all([alice.connect(), bob.connect()]);
  const group = { type: 'GroupChat', name: 'Friends', participants: [bob.id] };
  room = (await leader.request('room.create', group)).data as GroupChat;
});
afterEach(() => Promise.all([leader.close(), author.close()]));

const rules = (data: object): Promise<unknown> =>
  leader.request('room.modify', { room_id: room.id, action: 'update', data });

const soon = (ms = 500): string => new Date(Date.now() + ms).toISOString();

const schedule = (content: string) =>
  author.request('message.schedule', { room_id: room.id, content, send_at: soon() });

const receivedMessage = async (content: string): Promise<Message> =>
  (await leader.receive('message.dispatch', ({ data }) => data.content === content)).data;

const restrict = (kind: 'mute' | 'ban' | 'none'): Promise<unknown> =>
  leader.request('room.restrict', { room_id: room.id, user_id: bob.id, kind });

describe('a scheduled message', () => {
  it('waits in slow mode, and is sent once', async () => {
    await rules({ slow_mode_seconds: 3 });
    const { data: first } = await author.request('message.send', { room_id: room.id, content: 'now' });
    const { data: item } = await schedule('later');
    const later = await receivedMessage('later');
    expect(Date.parse(later.created_at) - Date.parse(first.created_at)).toBeGreaterThanOrEqual(3_000);
    // Removed in a transaction after that of the message.
    await author.receive('messageschedule.dispatch', ({ data }) => data.id === item.id && 'removed' in data);
    const { data: list } = await author.request('schedule.list', {});
    expect(list.scheduled).toEqual([]);
    const history = await historyOf(leader, room);
    expect(history.filter(({ content }) => content === 'later')).toHaveLength(1);
  });

  it('begins the wait in slow mode when it is sent', async () => {
    await rules({ slow_mode_seconds: 600 });
    await schedule('later');
    await receivedMessage('later');
    await expect(author.expectRefused('message.send', { room_id: room.id, content: 'at once' })).resolves.toMatchObject(
      { code: 4029 },
    );
  });

  it('has its lifetime from the moment at which it is sent', async () => {
    await schedule('later');
    await rules({ message_ttl_seconds: 3_600 });
    const { id } = await receivedMessage('later');
    const { rows } = await database.query<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM messages WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ seconds: 3_600 }]);
  });

  it.each(['mute', 'ban'] as const)('is refused after a %s, is kept, and is sent after its end', async (kind) => {
    const { data: item } = await schedule('later');
    await restrict(kind);
    const { data: refused } = await author.receive('schedulecancel.dispatch', ({ data }) => data.id === item.id);
    expect(refused.reason?.code).toBe(kind === 'mute' ? 4002 : 4004);
    await expect(author.request('schedule.list', {})).resolves.toMatchObject({
      data: { scheduled: [{ id: item.id, content: 'later' }] },
    });
    await restrict('none');
    if (kind === 'ban') {
      await leader.request('room.invite', { room_id: room.id, user_ids: [bob.id] });
      await author.request('room.answer_invite', { room_id: room.id, accept: true });
    }
    await author.request('schedule.update', { id: item.id, send_at: soon() });
    await receivedMessage('later');
  });

  it('is refused when it is longer than the rules of the room permit at its time', async () => {
    const { data: item } = await schedule('much too long');
    await rules({ max_message_length: 5 });
    const { data: refused } = await author.receive('schedulecancel.dispatch', ({ data }) => data.id === item.id);
    expect(refused.reason?.code).toBe(4003);
  });
});
