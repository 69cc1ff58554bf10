import { ChangeRecords } from '../../rooms/change-log/change-record.js';
import type { RoomLogReplay } from '../../rooms/change-log/room-log-replay.js';
import { messageReacted, messagesDeleted } from '../message.frames.js';
import { storedMessage } from '../stored-message.fake.js';
import type { ThreadsRepository } from '../threads/threads.repository.js';
import type { PollVotesRepository } from '../polls/poll-votes.repository.js';
import type { MessageLogRepository } from './message-log.repository.js';
import { MessageEventReplayer } from './message-event-replayer.js';

const MESSAGE = storedMessage();

const messages = {
  sent: () => Promise.resolve([]),
  gone: () => Promise.resolve([]),
  all: () => Promise.resolve(new Map([[MESSAGE.id, MESSAGE]])),
} as unknown as MessageLogRepository;

const THREADS = { replies: () => Promise.resolve(new Map()) } as unknown as ThreadsRepository;

const votes = { read: () => Promise.resolve(() => undefined) } as unknown as PollVotesRepository;

async function replayed(about: object): Promise<unknown[]> {
  const records = new ChangeRecords([{ seq: 2, kind: 'message.reacted', about }]);
  const replayer = new MessageEventReplayer({} as RoomLogReplay, messages, THREADS, votes);
  return (await replayer.entries({ roomId: 'room', after: 1, upTo: 2 }, records)).map(({ frame }) => frame);
}

describe('the replay of a reaction', () => {
  it('equals the dispatch that was sent at once', async () => {
    await expect(replayed({ id: MESSAGE.id, type: 'remove', userId: 7 })).resolves.toEqual([
      messageReacted('remove', MESSAGE, 7, 2),
    ]);
  });

  it('names no user if an earlier version recorded the reaction', async () => {
    await expect(replayed({ id: MESSAGE.id, type: 'add' })).resolves.toEqual([messageReacted('add', MESSAGE, null, 2)]);
  });
});

it('the replay of a message that is deleted while the log is read has one entry, of the deletion', async () => {
  const both = {
    sent: () => Promise.resolve([MESSAGE]),
    gone: () => Promise.resolve([MESSAGE]),
    all: () => Promise.resolve(new Map()),
  } as unknown as MessageLogRepository;
  const replayer = new MessageEventReplayer({} as RoomLogReplay, both, THREADS, votes);
  const entries = await replayer.entries({ roomId: 'room', after: 0, upTo: 1 }, new ChangeRecords([]));
  const frame = messagesDeleted({ roomId: 'room', ids: [MESSAGE.id] }, 1);
  expect(entries).toEqual([{ roomId: 'room', seq: 1, frame }]);
});
