import type { ShortMessage } from '@parley/protocol';
import type { Dispatch } from '@parley/realtime/dispatch';
import type { RequestOrigin } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import type { Limits } from '../../../platform/config/limits.settings.js';
import type { HistoryRepository } from '../history/history.repository.js';
import type { StoredMessage } from '../message.view.js';
import { MESSAGE_TIME, namedUser, storedMessage } from '../stored-message.fake.js';
import { ReceiptDispatch } from './receipt-dispatch.js';
import type { Reading } from './receipt-dispatch.js';

const GATHERED_MS = 250;
const [ANN, BEN, CAM] = [1, 2, 3];
const ORIGIN: RequestOrigin = { connectionId: 'a connection', requestId: 'a request' };
const messageOf = (id: string): StoredMessage =>
  storedMessage({
    id,
    receipts: [ANN, BEN, CAM].map((user) => ({
      user: namedUser(user),
      deliveredAt: MESSAGE_TIME,
      readAt: MESSAGE_TIME,
    })),
  });

const readingOf = (userId: number, id: string): Reading => ({
  roomId: 'room',
  userId,
  messages: [messageOf(id)],
  isOne: true,
});

let stored: Map<string, StoredMessage>;
let sent: OutgoingEvent[];
let receipts: ReceiptDispatch;

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map(['one', 'two'].map((id) => [id, messageOf(id)]));
  sent = [];
  const history: Partial<HistoryRepository> = {
    present: (_, ids) => Promise.resolve(ids.flatMap((id) => stored.get(id) ?? [])),
  };
  const dispatch: Partial<Dispatch> = {
    answer: () => undefined,
    toRoom: (_, frame) => void sent.push(frame),
    toOthers: (_, frame) => void sent.push(frame),
  };
  const limits = { bulkIds: 100 } as Limits;
  receipts = new ReceiptDispatch(dispatch as Dispatch, history as HistoryRepository, limits);
});
afterEach(async () => {
  await receipts.onApplicationShutdown();
  vi.useRealTimers();
});

/** The ids of the messages that each dispatch shows. */
const shown = (): string[][] =>
  sent.map(({ data }) => [data as ShortMessage | ShortMessage[]].flat().map(({ id }) => id));

describe('receipts of a room', () => {
  it('are dispatched at once, and those of the next moment together', async () => {
    receipts.send(readingOf(ANN, 'one'), ORIGIN);
    expect(shown()).toEqual([['one']]);
    receipts.send(readingOf(BEN, 'one'), ORIGIN);
    receipts.send(readingOf(CAM, 'two'), ORIGIN);
    expect(shown()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(GATHERED_MS);
    expect(shown()).toEqual([['one'], ['one', 'two']]);
  });

  it('show no message that was deleted while they were gathered', async () => {
    receipts.send(readingOf(ANN, 'one'), ORIGIN);
    receipts.send(readingOf(BEN, 'two'), ORIGIN);
    receipts.send(readingOf(CAM, 'one'), ORIGIN);
    stored.set('two', { ...messageOf('two'), isDeleted: true });
    await vi.advanceTimersByTimeAsync(GATHERED_MS);
    expect(shown()).toEqual([['one'], ['one']]);
  });

  it('are not dispatched alone for a deleted message', async () => {
    receipts.send(readingOf(ANN, 'one'), ORIGIN);
    receipts.send(readingOf(BEN, 'two'), ORIGIN);
    stored.delete('two');
    await vi.advanceTimersByTimeAsync(GATHERED_MS);
    expect(shown()).toEqual([['one']]);
  });

  it('are dispatched before the service stops', async () => {
    receipts.send(readingOf(ANN, 'one'), ORIGIN);
    receipts.send(readingOf(BEN, 'two'), ORIGIN);
    await receipts.onApplicationShutdown();
    expect(shown()).toEqual([['one'], ['two']]);
  });
});
