import type { Message } from '@parley/protocol';

import type { Outgoing } from './chat-events.js';
import { TIMING } from './options.js';
import { Outbox } from './outbox.js';
import { ParleyError } from './parley-error.js';
import type { QueuedSend } from './storage.js';

const entry = (id: string, room_id = 'room'): QueuedSend => ({
  ...{ room_id, client_message_id: id, content: id },
  ...{ extra_fields: {}, created_at: '2026-01-01T00:00:00.000Z' },
});

const stored = ({ client_message_id }: QueuedSend): Message =>
  ({ id: client_message_id, client_message_id }) as Message;

/** An outbox, and a service that answers as it is told. */
class Story {
  readonly asked: string[] = [];
  readonly told: Outgoing[] = [];
  /** What it says to each, before it stores it. */
  readonly refusals: ParleyError[] = [];
  readonly outbox = new Outbox(TIMING, {
    send: (sent) => {
      this.asked.push(sent.client_message_id);
      const refusal = this.refusals.shift();
      return refusal ? Promise.reject(refusal) : Promise.resolve(stored(sent));
    },
    changed: () => undefined,
    told: (outgoing) => this.told.push(outgoing),
    stored: () => undefined,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the outbox', () => {
  it('sends what a room waits for one after the other, once there is a line', async () => {
    const { outbox, asked } = new Story();
    const sent = ['1', '2', '3'].map((id) => outbox.add(entry(id)));
    expect(asked).toEqual([]);
    outbox.opens();
    expect(asked).toEqual(['1']);
    await expect(Promise.all(sent)).resolves.toMatchObject([{ id: '1' }, { id: '2' }, { id: '3' }]);
    expect([asked, outbox.entries]).toEqual([['1', '2', '3'], []]);
  });

  it('lets no room wait for another', async () => {
    const { outbox, asked, refusals } = new Story();
    refusals.push(new ParleyError(4006, 'later'));
    const sent = [outbox.add(entry('1')), outbox.add(entry('2')), outbox.add(entry('a', 'other'))];
    outbox.opens();
    await sent[2];
    expect(asked).toEqual(['1', 'a']);
    await vi.advanceTimersByTimeAsync(TIMING.shortestPause);
    await Promise.all(sent);
    expect(asked).toEqual(['1', 'a', '1', '2']);
  });

  it('waits as long as it is told to', async () => {
    const { outbox, asked, refusals } = new Story();
    refusals.push(new ParleyError(4029, 'too fast', 2.5));
    outbox.opens();
    const sent = outbox.add(entry('1'));
    await vi.advanceTimersByTimeAsync(2_499);
    expect(asked).toEqual(['1']);
    await vi.advanceTimersByTimeAsync(1);
    await sent;
    expect(asked).toEqual(['1', '1']);
  });

  it.each([4002, 4003, 4004, 4005])('gives up what is refused by %d, tells so, and goes on', async (code) => {
    const { outbox, told, refusals } = new Story();
    const error = new ParleyError(code, 'no');
    refusals.push(error);
    const [refused, good] = [outbox.add(entry('1')), outbox.add(entry('2'))];
    const refusal = expect(refused).rejects.toBe(error);
    outbox.opens();
    await refusal;
    await good;
    expect(told.at(-1)).toEqual({ ...entry('1'), pending: false, error });
    expect(outbox.entries).toEqual([]);
  });

  it('sends again what was not answered, on the next line', async () => {
    const { outbox, asked, refusals } = new Story();
    refusals.push(new ParleyError('offline', 'gone'));
    outbox.opens();
    const sent = [outbox.add(entry('1')), outbox.add(entry('2'))];
    outbox.closes();
    await vi.advanceTimersByTimeAsync(TIMING.longestPause);
    expect([asked, outbox.entries]).toEqual([['1'], [entry('1'), entry('2')]]);
    outbox.opens();
    await Promise.all(sent);
    expect(asked).toEqual(['1', '1', '2']);
  });

  it('asks no more for what it was told of meanwhile', async () => {
    const { outbox, asked } = new Story();
    const sent = outbox.add(entry('1'));
    outbox.settles(stored(entry('1')));
    await expect(sent).resolves.toEqual(stored(entry('1')));
    outbox.opens();
    expect(asked).toEqual([]);
  });

  it('puts what an earlier life left before what this one sends', () => {
    const { outbox, told } = new Story();
    void outbox.add(entry('3'));
    outbox.restore([entry('1'), entry('2')]);
    expect(outbox.entries).toEqual([entry('1'), entry('2'), entry('3')]);
    expect(told.map(({ content }) => content)).toEqual(['3', '1', '2']);
  });
});
