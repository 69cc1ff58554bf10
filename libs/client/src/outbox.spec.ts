import type { HeldMessage, Message } from '@parley/protocol';

import type { Outgoing } from './chat-events.js';
import { DEFAULT_TIMING } from './options.js';
import { Outbox } from './outbox.js';
import { ParleyError } from './parley-error.js';
import type { QueuedSend } from './storage.js';

const entry = (id: string, room_id = 'room'): QueuedSend => ({
  room_id,
  client_message_id: id,
  content: id,
  extra_fields: {},
  created_at: '2026-01-01T00:00:00.000Z',
});

const stored = ({ client_message_id }: QueuedSend): Message =>
  ({ id: client_message_id, client_message_id }) as Message;

const heldMessage = ({ client_message_id }: QueuedSend): HeldMessage =>
  ({ message_id: client_message_id, client_message_id, held_at: '2026-01-01T00:00:00.000Z' }) as HeldMessage;

/** An outbox with a service that refuses the first sends with the given errors. */
class Scenario {
  readonly sent: string[] = [];
  readonly outgoing: Outgoing[] = [];
  /** The errors of the next sends, in order. */
  readonly errors: ParleyError[] = [];
  /** The ids of messages that are held. */
  readonly held = new Set<string>();
  readonly outbox = new Outbox(DEFAULT_TIMING, {
    send: (sent) => {
      this.sent.push(sent.client_message_id);
      const refusal = this.errors.shift();
      if (refusal) return Promise.reject(refusal);
      return Promise.resolve(this.held.has(sent.client_message_id) ? heldMessage(sent) : stored(sent));
    },
    onChange: () => undefined,
    onOutgoing: (outgoing) => this.outgoing.push(outgoing),
    onStored: () => undefined,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the outbox', () => {
  it('sends the messages of a room one after the other, once it is connected', async () => {
    const { outbox, sent: sentIds } = new Scenario();
    const sent = ['1', '2', '3'].map((id) => outbox.enqueue(entry(id)));
    expect(sentIds).toEqual([]);
    outbox.resume();
    expect(sentIds).toEqual(['1']);
    await expect(Promise.all(sent)).resolves.toMatchObject([{ id: '1' }, { id: '2' }, { id: '3' }]);
    expect([sentIds, outbox.entries]).toEqual([['1', '2', '3'], []]);
  });

  it('ends a send that is held: it is not sent again, and the next one is', async () => {
    const { outbox, sent: sentIds, outgoing, held } = new Scenario();
    held.add('1');
    outbox.resume();
    const [one, other] = [outbox.enqueue(entry('1')), outbox.enqueue(entry('2'))];
    await expect(one).rejects.toMatchObject({ code: 'held' });
    await expect(other).resolves.toMatchObject({ id: '2' });
    expect([sentIds, outbox.entries]).toEqual([['1', '2'], []]);
    expect(outgoing).toContainEqual(expect.objectContaining({ client_message_id: '1', pending: false }));
  });

  it('retries a message of one room without delaying another room', async () => {
    const { outbox, sent: sentIds, errors } = new Scenario();
    errors.push(new ParleyError(4006, 'later'));
    const sent = [outbox.enqueue(entry('1')), outbox.enqueue(entry('2')), outbox.enqueue(entry('a', 'other'))];
    outbox.resume();
    await sent[2];
    expect(sentIds).toEqual(['1', 'a']);
    await vi.advanceTimersByTimeAsync(DEFAULT_TIMING.minReconnectDelay);
    await Promise.all(sent);
    expect(sentIds).toEqual(['1', 'a', '1', '2']);
  });

  it('waits for retry_after before it sends again', async () => {
    const { outbox, sent: sentIds, errors } = new Scenario();
    errors.push(new ParleyError(4029, 'too fast', 2.5));
    outbox.resume();
    const sent = outbox.enqueue(entry('1'));
    await vi.advanceTimersByTimeAsync(2_499);
    expect(sentIds).toEqual(['1']);
    await vi.advanceTimersByTimeAsync(1);
    await sent;
    expect(sentIds).toEqual(['1', '1']);
  });

  it('retries one message during an outage, less and less often, and all others after its success', async () => {
    const { outbox, sent: sentIds, errors } = new Scenario();
    const away = new ParleyError(4006, 'the database is away', 2);
    errors.push(...Array.from({ length: 100 }, () => away));
    const sent = ['a', 'b', 'c'].map((room) => outbox.enqueue(entry(`1 of ${room}`, room)));
    outbox.resume();
    await vi.advanceTimersByTimeAsync(0);
    sent.push(outbox.enqueue(entry('1 of d', 'd')));
    await vi.advanceTimersByTimeAsync(20_000);
    // The first attempts, and at 2.25, 4.75, 7.75, 11.75 and 17.75 s or later: see `retryDelay`.
    expect(sentIds.slice(0, 3)).toEqual(['1 of a', '1 of b', '1 of c']);
    expect(sentIds.slice(3).every((id) => id === '1 of a')).toBe(true);
    expect(sentIds.length).toBeLessThanOrEqual(8);
    errors.length = 0;
    await vi.advanceTimersByTimeAsync(DEFAULT_TIMING.maxReconnectDelay);
    await Promise.all(sent);
    expect(outbox.entries).toEqual([]);
  });

  it.each([4002, 4003, 4004, 4005])(
    'drops a message refused with %d, reports the error, and sends the next one',
    async (code) => {
      const { outbox, outgoing, errors } = new Scenario();
      const error = new ParleyError(code, 'no');
      errors.push(error);
      const [refused, good] = [outbox.enqueue(entry('1')), outbox.enqueue(entry('2'))];
      const refusal = expect(refused).rejects.toBe(error);
      outbox.resume();
      await refusal;
      await good;
      expect(outgoing.at(-1)).toEqual({ ...entry('1'), pending: false, error });
      expect(outbox.entries).toEqual([]);
    },
  );

  it('sends unanswered messages again on the next connection', async () => {
    const { outbox, sent: sentIds, errors } = new Scenario();
    errors.push(new ParleyError('offline', 'gone'));
    outbox.resume();
    const sent = [outbox.enqueue(entry('1')), outbox.enqueue(entry('2'))];
    outbox.suspend();
    await vi.advanceTimersByTimeAsync(DEFAULT_TIMING.maxReconnectDelay);
    expect([sentIds, outbox.entries]).toEqual([['1'], [entry('1'), entry('2')]]);
    outbox.resume();
    await Promise.all(sent);
    expect(sentIds).toEqual(['1', '1', '2']);
  });

  it('does not send a message that a broadcast confirmed as stored', async () => {
    const { outbox, sent: sentIds } = new Scenario();
    const sent = outbox.enqueue(entry('1'));
    outbox.confirm(stored(entry('1')));
    await expect(sent).resolves.toEqual(stored(entry('1')));
    outbox.resume();
    expect(sentIds).toEqual([]);
  });

  it('puts restored messages before new ones', () => {
    const { outbox, outgoing } = new Scenario();
    void outbox.enqueue(entry('3'));
    outbox.restore([entry('1'), entry('2')]);
    expect(outbox.entries).toEqual([entry('1'), entry('2'), entry('3')]);
    expect(outgoing.map(({ content }) => content)).toEqual(['3', '1', '2']);
  });
});
