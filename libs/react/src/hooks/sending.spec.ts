import { FakeChat } from '../state/chat.fake.js';
import { inRoom } from './sending.js';

it('a room that is used is open afterwards only if it was before', () => {
  const { chat } = new FakeChat();
  expect(inRoom(chat, 'a', ({ id }) => id)).toBe('a');
  expect(chat.rooms.timelineOf('a')).toBeUndefined();
  const opened = chat.rooms.open('b');
  expect(inRoom(chat, 'b', (room) => room)).toBe(opened);
  expect(chat.rooms.timelineOf('b')).toBeDefined();
  const failing = (): never => {
    throw new Error('In use.');
  };
  expect(() => inRoom(chat, 'a', failing)).toThrow('In use.');
  expect(chat.rooms.timelineOf('a')).toBeUndefined();
});
