import { Emitter } from '../chat-events.js';
import type { Parley } from '../parley.js';
import { Nicknames } from './nicknames.js';

const emitter = new Emitter();
const ask = vi.fn(() => Promise.resolve({}));
const nicknames = new Nicknames({ ask, on: emitter.on.bind(emitter) } as unknown as Parley);

it('the own nickname is set and removed, and that of another member is removed', async () => {
  await nicknames.set('room', 'Bobby');
  await nicknames.remove('room');
  await nicknames.remove('room', 7);
  expect(ask.mock.calls).toEqual([
    ['member.nickname', { room_id: 'room', nickname: 'Bobby' }],
    ['member.nickname', { room_id: 'room', nickname: '' }],
    ['member.nickname', { room_id: 'room', nickname: '', user_id: 7 }],
  ]);
});

it('reports the changes of its room alone, until the handler is removed', () => {
  const changes: unknown[] = [];
  const stop = nicknames.onChange('room', ({ nickname }) => changes.push(nickname));
  const deliver = (eventType: string, room_id: string, nickname: string | null): void =>
    emitter.emit('frame', { eventType, room_id, data: { room_id, nickname } });
  deliver('membernickname.dispatch', 'room', 'Bobby');
  deliver('membernickname.dispatch', 'another', 'Caz');
  deliver('message.dispatch', 'room', 'Ada');
  deliver('membernickname.dispatch', 'room', null);
  stop();
  deliver('membernickname.dispatch', 'room', 'Rob');
  expect(changes).toEqual(['Bobby', null]);
});
