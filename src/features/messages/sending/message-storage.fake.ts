import type { StoredMessage } from '../message.view.js';
import { AlreadyStored, DuplicateClientMessageId, OutcomeUnknown, RowRefused } from './message-insert.js';
import type { InsertBounds, MessageInsert, MessageParts, NewMessage, Placed } from './message-insert.js';
import type { MessagesRepository, SendKey } from './messages.repository.js';

/** Of a plain message. */
export const NO_PARTS: MessageParts = {
  kind: undefined,
  metadata: undefined,
  isSilent: false,
  mentions: { users: [], room: false },
  thread: undefined,
  poll: undefined,
};

type Row = NewMessage & { readonly seq: number; isDeleted: boolean };

/** When the connection breaks: before or after the statement has been executed. */
export type Breakage = 'before it is done' | 'after it is done';

/**
 * An in-memory repository with the guarantees of the real one: atomicity, gapless numbers, versions and unique keys.
 */
export class MessageStorage implements MessageInsert, Pick<MessagesRepository, 'placed' | 'sent'> {
  readonly versions = new Map<string, number>();
  readonly rows: Row[] = [];
  /** The number of messages of each statement. */
  readonly statements: number[] = [];
  /** Every statement fails. */
  away = false;
  /** The breakages of the next statements. */
  readonly breakages: (Breakage | undefined)[] = [];
  /** Called when a connection breaks. */
  onBreakage = (): void => undefined;

  constructor(readonly bounds: InsertBounds) {}

  async insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>> {
    expect(new Set(messages.map(({ grant }) => grant.roomId)).size).toBeLessThanOrEqual(this.bounds.rooms);
    this.statements.push(messages.length);
    await turn();
    if (this.away) throw new Error('the database is away');
    const breakage = this.breakages.shift();
    if (breakage === 'before it is done') throw this.broken();
    const placed = this.store(messages);
    if (breakage === 'after it is done') throw this.broken();
    return placed;
  }

  async placed(ids: readonly string[]): Promise<Map<string, Placed>> {
    await turn();
    if (this.away) throw new Error('the database is away');
    return new Map(this.rows.filter(({ id }) => ids.includes(id)).map((row) => [row.id, placeOf(row)]));
  }

  sent(keys: readonly SendKey[]): Promise<StoredMessage[]> {
    const found = this.rows.filter((row) => keys.some((key) => isSentAs(row, key)));
    return Promise.resolve(found.map(stored));
  }

  version(roomId: string): number {
    return this.versions.get(roomId) ?? 1;
  }

  /** Invalidates all grants of the room. */
  changes(roomId: string): void {
    this.versions.set(roomId, this.version(roomId) + 1);
  }

  deletes(content: string): void {
    for (const row of this.rows.filter((each) => each.content === content)) {
      row.isDeleted = true;
      this.changes(row.grant.roomId);
    }
  }

  contents(roomId: string): string[] {
    return this.rows.filter(({ grant }) => grant.roomId === roomId).map(({ content }) => content);
  }

  private store(messages: readonly NewMessage[]): Map<string, Placed> {
    if (messages.some(({ content }) => content === 'poison')) throw new RowRefused(new Error('poison'));
    const excluded = new Set(messages.filter((message) => this.excludes(message)).map(({ grant }) => grant.roomId));
    const live = messages.filter(({ grant }) => !excluded.has(grant.roomId));
    if (live.some(({ id }) => this.rows.some((row) => row.id === id))) throw new AlreadyStored();
    const ids = [...this.rows, ...live].flatMap(({ clientMessageId, grant }) =>
      clientMessageId === undefined ? [] : [`${clientMessageId} ${grant.roomId}`],
    );
    if (new Set(ids).size < ids.length) throw new DuplicateClientMessageId();
    return new Map(live.map((message) => [message.id, this.place(message)]));
  }

  private excludes({ grant, clientMessageId }: NewMessage): boolean {
    if (grant.roomVersion !== this.version(grant.roomId)) return true;
    const gone = this.rows.filter(({ isDeleted }) => isDeleted);
    return (
      clientMessageId !== undefined &&
      gone.some((row) => row.clientMessageId === clientMessageId && row.grant.roomId === grant.roomId)
    );
  }

  private place(message: NewMessage): Placed {
    const seq = this.rows.filter(({ grant }) => grant.roomId === message.grant.roomId).length + 1;
    const row = { ...message, seq, isDeleted: false };
    this.rows.push(row);
    return placeOf(row);
  }

  private broken(): Error {
    this.onBreakage();
    return new OutcomeUnknown('the connection is broken');
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isSentAs = (row: Row, { roomId, clientMessageId }: SendKey): boolean =>
  row.grant.roomId === roomId && row.clientMessageId === clientMessageId;

const placeOf = ({ seq, isDeleted }: Row): Placed => ({ seq, createdAt: new Date(0), isDeleted });

const stored = ({ id, grant, content, seq, isDeleted, clientMessageId }: Row): StoredMessage => ({
  id,
  roomId: grant.roomId,
  seq,
  sender: {
    id: grant.userId,
    username: 'ada',
    first_name: '',
    last_name: '',
    avatar: null,
    status: null,
    is_bot: false,
  },
  content,
  isForwarded: false,
  isEdited: false,
  isDeleted,
  clientMessageId: clientMessageId ?? null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  kind: 'text',
  metadata: {},
  editedAt: null,
  mentions: NO_PARTS.mentions,
  pin: null,
  thread: null,
  replies: null,
  poll: null,
  linkPreviews: [],
  parent: null,
  forwardedFrom: null,
  receipts: [],
  reactions: [],
  attachments: [],
});
