import { randomUUID } from 'node:crypto';

import { notFound, Refusal } from '@parley/protocol';
import type { Dispatch } from '@parley/realtime/dispatch';
import fc from 'fast-check';

import { MetricsRegistry } from '../metrics/index.js';
import type { Draft } from './draft.js';
import { GroupWriter } from './group-writer.js';
import { MessageStorage } from './message-storage.fake.js';
import type { MessageGrant } from './message.policy.js';
import type { MessagesRepository } from './messages.repository.js';
import { SendMetrics } from './send-metrics.js';
import { SureInsert } from './sure-insert.js';

/** Tells at once. */
const dispatch = {
  batch: (tell: () => void) => {
    tell();
  },
} as Dispatch;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the group writer', () => {
  let storage: MessageStorage;
  let writer: GroupWriter;
  let announced: string[];

  const begin = (): void => {
    storage = new MessageStorage();
    const repository = storage as unknown as MessagesRepository;
    writer = new GroupWriter(repository, new SureInsert(repository), dispatch, new SendMetrics(new MetricsRegistry()));
    announced = [];
  };
  beforeEach(begin);

  const granted = (roomId: string): MessageGrant<'message.send'> =>
    ({ roomId, userId: 1, roomVersion: storage.version(roomId) }) as MessageGrant<'message.send'>;

  const draft = (content: string, options: Partial<Draft> & { roomId?: string } = {}): Draft => {
    const { roomId = 'room', ...rest } = options;
    return {
      grant: granted(roomId),
      sender: { id: 1, username: 'ada', first_name: '', last_name: '' },
      content,
      clientMessageId: undefined,
      references: { parent: null, forwardedFrom: null },
      attachments: [],
      renew: () => Promise.resolve(granted(roomId)),
      stored: (message) => announced.push(message.content),
      ...rest,
    };
  };

  it('stores in one statement what arrives in one moment', async () => {
    await Promise.all(['a', 'b', 'c'].map((content) => writer.write(draft(content))));
    expect(storage.statements).toEqual([3]);
    expect(announced).toEqual(['a', 'b', 'c']);
  });

  it('has the database store what waits while it tells of what is stored', async () => {
    const statements: number[] = [];
    const stored = (): unknown => statements.push(storage.statements.length);
    const first = writer.write(draft('a', { stored }));
    await turn();
    await Promise.all([first, writer.write(draft('b', { stored })), writer.write(draft('c', { stored }))]);
    expect(storage.statements).toEqual([1, 2]);
    expect(statements).toEqual([2, 2, 2]);
  });

  it('keeps the order of each room, whatever runs beside it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.boolean()), { maxLength: 60 }),
        async (sends) => {
          begin();
          const writes: Promise<unknown>[] = [];
          for (const [index, [roomId, wait]] of sends.entries()) {
            writes.push(writer.write(draft(String(index), { roomId })));
            if (wait) await turn();
          }
          await Promise.all(writes);
          for (const room of ['x', 'y', 'z']) {
            const expected = sends.flatMap(([roomId], index) => (roomId === room ? [String(index)] : []));
            expect(storage.contents(room)).toEqual(expected);
          }
        },
      ),
    );
  });

  it('lets a message that cannot be stored fail alone', async () => {
    const outcomes = await Promise.allSettled(['a', 'poison', 'b'].map((content) => writer.write(draft(content))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(storage.contents('room')).toEqual(['a', 'b']);
    expect(announced).toEqual(['a', 'b']);
  });

  it('announces nothing that is not stored, and goes on once the database is back', async () => {
    storage.away = true;
    await expect(writer.write(draft('lost'))).rejects.toThrow('away');
    expect(announced).toEqual([]);
    storage.away = false;
    await writer.write(draft('found'));
    expect(announced).toEqual(['found']);
  });

  it('answers a repeated send with the first message, also when both are under way', async () => {
    const clientMessageId = randomUUID();
    const [first, twin] = await Promise.all([
      writer.write(draft('once', { clientMessageId })),
      writer.write(draft('once', { clientMessageId })),
    ]);
    const [again, other] = await Promise.all([
      writer.write(draft('once', { clientMessageId })),
      writer.write(draft('other')),
    ]);
    expect(first.duplicate).toBe(false);
    expect([twin.duplicate, again.duplicate]).toEqual([true, true]);
    expect(new Set([first, twin, again].map(({ message }) => message.id)).size).toBe(1);
    expect(other.duplicate).toBe(false);
    expect(announced).toEqual(['once', 'other']);
  });

  it('refuses a client_message_id that was used in another room', async () => {
    const clientMessageId = randomUUID();
    await writer.write(draft('here', { clientMessageId }));
    const there = writer.write(draft('there', { clientMessageId, roomId: 'other room' }));
    await expect(there).rejects.toMatchObject({ code: 4005 });
  });

  it('asks for the right again when the room has changed, and keeps the order', async () => {
    const old = ['a', 'b'].map((content) => draft(content));
    storage.changes('room');
    await Promise.all([...old, draft('c')].map((each) => writer.write(each)));
    expect(storage.contents('room')).toEqual(['a', 'b', 'c']);
  });

  it('refuses whoever has lost the right, and nobody else', async () => {
    const out = draft('out', { renew: () => Promise.reject(notFound('No such room.')) });
    const still = draft('still');
    storage.changes('room');
    const [refused, written] = await Promise.allSettled([writer.write(out), writer.write(still)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(Refusal) as unknown });
    expect(written.status).toBe('fulfilled');
    expect(storage.contents('room')).toEqual(['still']);
  });

  it('answers what is sent again after a deletion with the message as deleted, and lets the others go', async () => {
    const clientMessageId = randomUUID();
    await writer.write(draft('once', { clientMessageId }));
    storage.deletes('once');
    const [before, again, after] = await Promise.all([
      writer.write(draft('before')),
      writer.write(draft('once', { clientMessageId })),
      writer.write(draft('after')),
    ]);
    expect(again).toMatchObject({ duplicate: true, message: { seq: 1, isDeleted: true } });
    expect([before.message.seq, after.message.seq]).toEqual([2, 3]);
    expect(announced).toEqual(['once', 'before', 'after']);
  });

  describe('where the connection breaks under a statement', () => {
    it('stores everything once and in order, whether or not the statement was done', async () => {
      const breakage = fc.constantFrom(undefined, 'before it is done' as const, 'after it is done' as const);
      await fc.assert(
        fc.asyncProperty(
          fc.array(breakage, { maxLength: 4 }),
          fc.array(fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom('', 'wait', 'change')), { maxLength: 20 }),
          async (breakages, sends) => {
            begin();
            storage.breakages.push(...breakages);
            const writes = [];
            for (const [index, [roomId, then]] of sends.entries()) {
              const clientMessageId = index % 2 === 0 ? randomUUID() : undefined;
              writes.push(writer.write(draft(String(index), { roomId, clientMessageId })));
              if (then !== '') await turn();
              if (then === 'change') storage.changes(roomId);
            }
            const written = await Promise.all(writes);
            expect(written.filter(({ duplicate }) => duplicate)).toEqual([]);
            for (const room of ['x', 'y']) {
              const expected = sends.flatMap(([roomId], index) => (roomId === room ? [String(index)] : []));
              expect(storage.contents(room)).toEqual(expected);
              expect(announced.filter((content) => sends[Number(content)]![0] === room)).toEqual(expected);
            }
          },
        ),
        { numRuns: 12 },
      );
    }, 60_000);

    it('finds what was stored before the room has changed', async () => {
      storage.breakages.push('after it is done');
      storage.meanwhile = () => {
        storage.changes('room');
      };
      await expect(writer.write(draft('once'))).resolves.toMatchObject({ duplicate: false, message: { seq: 1 } });
      expect(storage.contents('room')).toEqual(['once']);
    });

    it('tells the sender, and nobody else, of a message that is deleted by the time it is found', async () => {
      storage.breakages.push('after it is done');
      storage.meanwhile = () => {
        storage.deletes('once');
      };
      await expect(writer.write(draft('once'))).resolves.toMatchObject({
        duplicate: true,
        message: { isDeleted: true },
      });
      expect(storage.contents('room')).toEqual(['once']);
      expect(announced).toEqual([]);
    });

    it('says that nobody knows, where the database stays away', async () => {
      storage.breakages.push('after it is done');
      storage.meanwhile = () => {
        storage.away = true;
      };
      let now = Date.now();
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 3_000));
      const lost = writer.write(draft('lost'));
      await expect(lost).rejects.toMatchObject({ summary: expect.stringContaining('not known') as unknown });
      clock.mockRestore();
      expect(announced).toEqual([]);
    });
  });
});
