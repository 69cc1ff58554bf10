import fc from 'fast-check';

import { SessionMultiplexer } from './session-multiplexer.js';

const letter = (message: Uint8Array): string => String.fromCharCode(message[0] ?? 0);
const ready = (state: 'I' | 'T'): Uint8Array => Buffer.from(`Z\0\0\0\x05${state}`, 'latin1');
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * A session that logs each message: its letter and its client. Like PostgreSQL it is ready again after a Sync (S) or a
 * query (Q), and in a transaction from a query that begins one to a query that ends it.
 */
class Session {
  readonly log: string[] = [];
  private inTransaction = false;

  run = async (message: Uint8Array, onData: (data: Uint8Array) => void): Promise<void> => {
    const text = Buffer.from(message).toString('latin1');
    this.log.push(text);
    await turn();
    if (text.includes('BEGIN')) this.inTransaction = true;
    if (text.includes('COMMIT') || text.includes('ROLLBACK')) this.inTransaction = false;
    if (!'SQ'.includes(letter(message))) return;
    const answer = ready(this.inTransaction ? 'T' : 'I');
    onData(answer.subarray(0, 2)); // In pieces, as a stream may split it.
    onData(answer.subarray(2));
  };
}

const nobody = (): void => undefined;

describe('clients that share the one session', () => {
  const asks = (multiplexer: SessionMultiplexer, client: number, ...messages: string[]): Promise<unknown>[] =>
    messages.map((message) =>
      multiplexer.enqueue(client, Buffer.from(`${message}:${String(client)}`, 'latin1'), nobody),
    );

  it('never interleave their statements or transactions', async () => {
    const statement = ['P', 'B', 'D', 'E', 'S'];
    const transaction = ['Q BEGIN', ...statement, ...statement, 'Q COMMIT'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), fc.constantFrom(statement, transaction, ['Q']), fc.boolean()), { maxLength: 12 }),
        async (works) => {
          const session = new Session();
          const multiplexer = new SessionMultiplexer(session.run);
          const done: Promise<unknown>[] = [];
          for (const [client, messages, pause] of works) {
            for (const message of messages) {
              done.push(...asks(multiplexer, client, message));
              if (pause) await turn();
            }
          }
          await Promise.all(done);
          const clients = session.log.map((text) => text.split(':')[1]);
          const log = session.log.map((text) => text.split(':')[0]);
          for (let from = 0; from < log.length;) {
            const length = log[from] === 'P' ? statement.length : log[from] === 'Q BEGIN' ? transaction.length : 1;
            expect(new Set(clients.slice(from, from + length)).size).toBe(1);
            from += length;
          }
        },
      ),
    );
  });

  it('have an open transaction rolled back when they disconnect', async () => {
    const session = new Session();
    const multiplexer = new SessionMultiplexer(session.run);
    const first = asks(multiplexer, 1, 'Q BEGIN', 'P', 'B');
    const second = asks(multiplexer, 2, 'Q');
    await Promise.all(first);
    multiplexer.clearQueueForHandler(1);
    await multiplexer.clearTransactionIfNeeded(1);
    await Promise.all(second);
    expect(session.log.map((text) => text.slice(0, 1))).toEqual(['Q', 'P', 'B', 'S', 'Q', 'Q']);
    expect(session.log.at(-2)).toContain('ROLLBACK');
    expect(session.log.at(-1)).toBe('Q:2');
  });

  it('have no more messages run after they disconnect', async () => {
    const session = new Session();
    const multiplexer = new SessionMultiplexer(session.run);
    const [running, dropped] = asks(multiplexer, 1, 'Q', 'Q');
    multiplexer.clearQueueForHandler(1);
    await expect(dropped).rejects.toThrow('gone');
    await running;
    expect(session.log).toEqual(['Q:1']);
  });

  it('continue after a failed message', async () => {
    let fails = true;
    const session = new Session();
    const multiplexer = new SessionMultiplexer((message, onData) => {
      if (!fails) return session.run(message, onData);
      fails = false;
      return Promise.reject(new Error('out of memory'));
    });
    const [failed, next] = asks(multiplexer, 1, 'Q', 'Q');
    await expect(failed).rejects.toThrow('out of memory');
    await expect(next).resolves.toBe(6);
  });
});
