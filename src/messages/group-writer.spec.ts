import { randomUUID } from 'node:crypto';

import { notFound, Refusal } from '@parley/protocol';
import fc from 'fast-check';

import { GroupWriter } from './group-writer.js';
import type { Draft } from './group-writer.js';
import type { MessageGrant } from './message.policy.js';
import type { StoredMessage } from './message.view.js';
import { AlreadySent, RowRefused } from './messages.repository.js';
import type { MessagesRepository, NewMessage, Placed } from './messages.repository.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Keeps the promises of the real one, on maps: all or nothing, numbers without holes, versions, the unique index. */
class Storage implements Pick<MessagesRepository, 'insert' | 'sent'> {
  readonly versions = new Map<string, number>();
  readonly rows: (NewMessage & { seq: number })[] = [];
  readonly statements: number[] = [];
  away = false;

  async insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>> {
    this.statements.push(messages.length);
    await turn();
    if (this.away) throw new Error('the database is away');
    if (messages.some(({ content }) => content === 'poison')) throw new RowRefused(new Error('poison'));
    const live = messages.filter(({ grant }) => grant.roomVersion === this.version(grant.roomId));
    const ids = [...this.rows, ...live].flatMap(({ clientMessageId }) => clientMessageId ?? []);
    if (new Set(ids).size < ids.length) throw new AlreadySent();
    return new Map(live.map((message) => [message.id, this.place(message)]));
  }

  sent(senderIds: readonly number[], clientMessageIds: readonly string[]): Promise<StoredMessage[]> {
    expect(senderIds).toHaveLength(clientMessageIds.length);
    const found = this.rows.filter(({ clientMessageId }) => clientMessageIds.includes(clientMessageId ?? ''));
    return Promise.resolve(found.map((row) => ({ ...stored(row), clientMessageId: row.clientMessageId ?? null })));
  }

  version(roomId: string): number {
    return this.versions.get(roomId) ?? 1;
  }

  contents(roomId: string): string[] {
    return this.rows.filter(({ grant }) => grant.roomId === roomId).map(({ content }) => content);
  }

  private place(message: NewMessage): Placed {
    const seq = this.rows.filter(({ grant }) => grant.roomId === message.grant.roomId).length + 1;
    this.rows.push({ ...message, seq });
    return { seq, createdAt: new Date() };
  }
}

const stored = ({ id, grant, content, seq }: NewMessage & { seq: number }): StoredMessage => ({
  id,
  roomId: grant.roomId,
  seq,
  sender: { id: grant.userId, username: 'ada', first_name: '', last_name: '' },
  content,
  isForwarded: false,
  isEdited: false,
  isDeleted: false,
  clientMessageId: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  parent: null,
  forwardedFrom: null,
  receipts: [],
  reactions: [],
  attachments: [],
});

describe('the group writer', () => {
  let storage: Storage;
  let writer: GroupWriter;
  let announced: string[];

  beforeEach(() => {
    storage = new Storage();
    writer = new GroupWriter(storage as unknown as MessagesRepository);
    announced = [];
  });

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

  it('keeps the order of each room, whatever runs beside it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.boolean()), { maxLength: 60 }),
        async (sends) => {
          storage = new Storage();
          writer = new GroupWriter(storage as unknown as MessagesRepository);
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
    storage.versions.set('room', 2);
    await Promise.all([...old, draft('c')].map((each) => writer.write(each)));
    expect(storage.contents('room')).toEqual(['a', 'b', 'c']);
  });

  it('refuses whoever has lost the right, and nobody else', async () => {
    const out = draft('out', { renew: () => Promise.reject(notFound('No such room.')) });
    const still = draft('still');
    storage.versions.set('room', 2);
    const [refused, written] = await Promise.allSettled([writer.write(out), writer.write(still)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(Refusal) as unknown });
    expect(written.status).toBe('fulfilled');
    expect(storage.contents('room')).toEqual(['still']);
  });
});
