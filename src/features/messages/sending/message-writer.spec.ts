import { randomUUID } from 'node:crypto';

import { notFound, Refusal } from '@parley/protocol';
import type { Dispatch } from '@parley/realtime/dispatch';
import type { LogEntry } from '@parley/realtime/ordering';
import type { Actor } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';
import fc from 'fast-check';

import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';
import type { HiddenChats } from '../../rooms/membership/hidden-chats.js';
import type { MentionCheck } from '../mentions/mention-check.js';
import type { MessageGrant, MessagePolicy } from '../message.policy.js';
import type { HeldMessages } from '../held/held-messages.js';
import type { Draft } from './draft.js';
import { IdempotentInsert } from './idempotent-insert.js';
import type { MessageReferences, References } from './message-references.js';
import type { InsertBounds } from './message-insert.js';
import { MessageStorage, NO_PARTS } from './message-storage.fake.js';
import { MessageWriter } from './message-writer.js';
import type { MessagesRepository } from './messages.repository.js';
import { SendMetrics, StoredDispatch } from './stored-dispatch.js';
import { SendOutcomes } from './send-outcomes.js';

const ADA = { id: 1, username: 'ada', first_name: '', last_name: '', avatar: null, status: null, is_bot: false };
const NO_REFERENCES: References = { parent: null, forwardedFrom: null, thread: undefined };
const NO_LIMITS = { slowModeSeconds: 0, maxMessageLength: null, mediaAllowed: true };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Of one PostgreSQL, and of a distributed database. */
const BOUNDS: readonly InsertBounds[] = [
  { rooms: Infinity, inserts: 2 },
  { rooms: 1, inserts: 4 },
];

describe.each(BOUNDS)('MessageWriter with inserts of $rooms rooms', (bounds) => {
  let storage: MessageStorage;
  let writer: MessageWriter;
  let dispatched: OutgoingEvent<'message.dispatch'>[];
  let onDispatch: () => void;
  let maySendStill: (roomId: string, actor: Actor) => Promise<MessageGrant<'message.send'>>;
  let readReferences: () => Promise<References>;

  const begin = (): void => {
    storage = new MessageStorage(bounds);
    const repository = storage as unknown as MessagesRepository;
    dispatched = [];
    onDispatch = () => undefined;
    maySendStill = (roomId) => Promise.resolve(granted(roomId));
    readReferences = () => Promise.resolve(NO_REFERENCES);
    const policy = { maySendStill: (actor: Actor, roomId: string) => maySendStill(roomId, actor) } as MessagePolicy;
    const references = { read: () => readReferences() } as unknown as MessageReferences;
    const dispatch = {
      batch: (work: () => void) => work(),
      append: ({ frame }: LogEntry) => {
        dispatched.push(frame as OutgoingEvent<'message.dispatch'>);
        onDispatch();
        return Promise.resolve();
      },
    } as Dispatch;
    const metrics = new SendMetrics(new MetricsRegistry());
    writer = new MessageWriter(
      new SendOutcomes(repository, {} as HeldMessages),
      new IdempotentInsert(repository, storage),
      policy,
      references,
      { sent: () => Promise.resolve(NO_PARTS.mentions) } as unknown as MentionCheck,
      ...([{}, {}] as [HiddenChats, ConstructorParameters<typeof MessageWriter>[6]]),
      new StoredDispatch(dispatch, {} as never, metrics),
      metrics,
    );
  };
  beforeEach(begin);

  const contents = (): string[] => dispatched.map(({ data }) => data.content);

  const granted = (roomId: string): MessageGrant<'message.send'> =>
    ({ roomId, userId: ADA.id, roomVersion: storage.version(roomId), ...NO_LIMITS }) as MessageGrant<'message.send'>;

  const draft = (content: string, options: Partial<Draft> & { roomId?: string } = {}): Draft => {
    const { roomId = 'room', ...rest } = options;
    return {
      actor: { user: ADA },
      origin: { connectionId: 'connection', requestId: undefined },
      grant: granted(roomId),
      content,
      clientMessageId: undefined,
      referencedIds: { parentId: undefined, forwardedFromId: undefined },
      references: NO_REFERENCES,
      attachments: [],
      parts: NO_PARTS,
      mentionsRequest: {},
      extraFields: {},
      ...rest,
    };
  };

  it('stores messages that are sent at the same moment in one statement', async () => {
    await Promise.all(['a', 'b', 'c'].map((content) => writer.write(draft(content))));
    expect(storage.statements).toEqual([3]);
    expect(contents()).toEqual(['a', 'b', 'c']);
  });

  it('starts the next statement before it dispatches the messages of the last', async () => {
    const statements: number[] = [];
    onDispatch = () => statements.push(storage.statements.length);
    const first = writer.write(draft('a'));
    await turn();
    await Promise.all([first, writer.write(draft('b')), writer.write(draft('c'))]);
    expect(storage.statements).toEqual([1, 2]);
    expect(statements).toEqual([2, 2, 2]);
  });

  it('keeps the order of each room while other rooms are written at the same time', async () => {
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

  it('rejects a message that cannot be stored, and stores the others of its batch', async () => {
    const outcomes = await Promise.allSettled(['a', 'poison', 'b'].map((content) => writer.write(draft(content))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(storage.contents('room')).toEqual(['a', 'b']);
    expect(contents()).toEqual(['a', 'b']);
  });

  it('dispatches no message that is not stored, and continues once the database is back', async () => {
    storage.away = true;
    await expect(writer.write(draft('lost'))).rejects.toThrow('away');
    expect(contents()).toEqual([]);
    storage.away = false;
    await writer.write(draft('found'));
    expect(contents()).toEqual(['found']);
  });

  it('returns the first message for a repeated send, also while the first is pending', async () => {
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
    expect(contents()).toEqual(['once', 'other']);
  });

  it('stores another message for a client_message_id that was used in another room', async () => {
    const clientMessageId = randomUUID();
    const here = await writer.write(draft('here', { clientMessageId }));
    const there = await writer.write(draft('there', { clientMessageId, roomId: 'other room' }));
    expect([here.duplicate, there.duplicate]).toEqual([false, false]);
    expect(contents()).toEqual(['here', 'there']);
  });

  it('rejects a message whose id is stored already, and stores the others of its batch', async () => {
    await writer.write(draft('here', { id: 'an id' }));
    const [again, other] = await Promise.allSettled([
      writer.write(draft('again', { id: 'an id' })),
      writer.write(draft('other')),
    ]);
    expect(again).toMatchObject({ status: 'rejected', reason: { code: 4005 } });
    expect(other.status).toBe('fulfilled');
    expect(contents()).toEqual(['here', 'other']);
  });

  it('renews the grants of a room that has changed, and keeps the order', async () => {
    const old = ['a', 'b'].map((content) => draft(content));
    storage.changes('room');
    await Promise.all([...old, draft('c')].map((each) => writer.write(each)));
    expect(storage.contents('room')).toEqual(['a', 'b', 'c']);
  });

  it('rejects the sends of a user who has lost the permission, and no others', async () => {
    const bob = { user: { ...ADA, id: 2 } };
    maySendStill = (roomId, { user }) =>
      user.id === bob.user.id ? Promise.reject(notFound('No such room.')) : Promise.resolve(granted(roomId));
    const sends = [draft('out', { actor: bob }), draft('still')];
    storage.changes('room');
    const [refused, written] = await Promise.allSettled(sends.map((each) => writer.write(each)));
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(Refusal) as unknown });
    expect(written?.status).toBe('fulfilled');
    expect(storage.contents('room')).toEqual(['still']);
  });

  it('writes the other rooms of a batch while the grants of a changed room are renewed', async () => {
    const renewals: (() => void)[] = [];
    maySendStill = (roomId) => new Promise((resolve) => renewals.push(() => resolve(granted(roomId))));
    const drafts = [draft('a', { roomId: 'changed' }), draft('b', { roomId: 'changed' }), draft('c')];
    storage.changes('changed');
    const writes = drafts.map((each) => writer.write(each));
    await writes[2];
    await writer.write(draft('d'));
    expect([storage.contents('room'), storage.contents('changed')]).toEqual([['c', 'd'], []]);
    expect(renewals).toHaveLength(2);
    const later = writer.write(draft('e', { roomId: 'changed' }));
    for (const renew of renewals.toReversed()) renew();
    await Promise.all([...writes, later]);
    expect(storage.contents('changed')).toEqual(['a', 'b', 'e']);
  });

  it('continues to write to a room after a renewal has failed', async () => {
    maySendStill = () => Promise.reject(new Error('the database is away'));
    const first = draft('a');
    storage.changes('room');
    await expect(writer.write(first)).rejects.toThrow('away');
    await writer.write(draft('b'));
    expect(storage.contents('room')).toEqual(['b']);
  });

  it('dispatches a reply with the state of its parent at the renewal of the grant', async () => {
    const lists = { receipts: [], reactions: [], attachments: [], linkPreviews: [], mentions: NO_PARTS.mentions };
    const parentOf = (content: string): References =>
      ({
        parent: { id: 'parent', content, createdAt: new Date(0), updatedAt: new Date(0), metadata: {}, ...lists },
        forwardedFrom: null,
      }) as unknown as References;
    const reply = draft('reply', { references: parentOf('before the edit') });
    storage.changes('room');
    readReferences = () => Promise.resolve(parentOf('after the edit'));
    await writer.write(reply);
    expect(dispatched[0]?.data.parent_message).toMatchObject({ content: 'after the edit' });
  });

  it('returns the deleted message for a repeated send, and stores the other messages of the batch', async () => {
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
    expect(contents()).toEqual(['once', 'before', 'after']);
  });

  describe('when the connection breaks during a statement', () => {
    it('stores every message once and in order, whether or not the statement was executed', async () => {
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
              expect(contents().filter((content) => sends[Number(content)]![0] === room)).toEqual(expected);
            }
          },
        ),
        { numRuns: 12 },
      );
    }, 60_000);

    it('finds messages that were stored before the room changed', async () => {
      storage.breakages.push('after it is done');
      storage.onBreakage = () => storage.changes('room');
      await expect(writer.write(draft('once'))).resolves.toMatchObject({ duplicate: false, message: { seq: 1 } });
      expect(storage.contents('room')).toEqual(['once']);
    });

    it('answers only the sender if the message has been deleted since', async () => {
      storage.breakages.push('after it is done');
      storage.onBreakage = () => storage.deletes('once');
      await expect(writer.write(draft('once'))).resolves.toMatchObject({
        duplicate: true,
        message: { isDeleted: true },
      });
      expect(storage.contents('room')).toEqual(['once']);
      expect(contents()).toEqual([]);
    });

    it('rejects with an unknown outcome if the database stays unreachable', async () => {
      storage.breakages.push('after it is done');
      storage.onBreakage = () => {
        storage.away = true;
      };
      let now = Date.now();
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 3_000));
      const lost = writer.write(draft('lost'));
      await expect(lost).rejects.toMatchObject({ summary: expect.stringContaining('not known') as unknown });
      clock.mockRestore();
      expect(contents()).toEqual([]);
    });
  });
});
