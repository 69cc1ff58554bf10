import { ForeignSnapshot } from './foreign-snapshot.js';
import type {
  Kind,
  SourceLink,
  SourceMember,
  SourceMessage,
  SourceParts,
  SourcePermission,
  SourceRoom,
  SourceUser,
} from './source-rows.js';
import { sourceStatements } from './source-statements.repository.js';
import type { SourceStatements } from './source-statements.repository.js';
import { sourceTables } from './source-tables.repository.js';

const USERS_AT_ONCE = 1_000;
const ROOMS_AT_ONCE = 50;
const MESSAGES_AT_ONCE = 1_000;
const ROWS_AT_ONCE = 1_000;

/** Rooms whose messages are read together: the ids in the source, and for each the id of the target room. */
export interface RoomIds {
  readonly ids: readonly string[];
  readonly into: readonly string[];
}

/**
 * A snapshot of the tables of django-realtime-chat-messaging. Nothing is written or locked. Raw SQL, because the tables
 * are those of another program, with names that its settings choose, and have no entities here.
 */
export class DjangoSource {
  private constructor(
    private readonly snapshot: ForeignSnapshot,
    private readonly ask: SourceStatements,
  ) {}

  /**
   * @param label of the package's app, the prefix of its tables
   * @throws CannotStart if the database cannot be read, or has not the tables of the package
   */
  static async open(url: string, label: string): Promise<DjangoSource> {
    const snapshot = await ForeignSnapshot.open(url);
    try {
      return new DjangoSource(snapshot, sourceStatements(await sourceTables(snapshot, label)));
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  /** The number of rows of each kind. */
  async counts(): Promise<Record<Kind, number>> {
    const [row] = (await this.snapshot.query(this.ask.counts)) as [Record<Kind, number>];
    return row;
  }

  users(): AsyncIterable<SourceUser[]> {
    return this.snapshot.stream(this.ask.users, [], USERS_AT_ONCE);
  }

  /** One-to-one chats of the same two users are merged. */
  rooms(): AsyncIterable<SourceRoom[]> {
    return this.snapshot.stream(this.ask.rooms, [], ROOMS_AT_ONCE);
  }

  /** In the order of joining. */
  members(roomIds: readonly string[]): Promise<SourceMember[]> {
    return this.snapshot.query(this.ask.members, [roomIds]);
  }

  async permissions(roomIds: readonly string[]): Promise<SourcePermission[]> {
    return this.ask.permissions === undefined ? [] : this.snapshot.query(this.ask.permissions, [roomIds]);
  }

  /** Room by room, in the order of time, then of ids. */
  messages({ ids, into }: RoomIds): AsyncIterable<SourceMessage[]> {
    return this.snapshot.stream(this.ask.messages, [ids, into], MESSAGES_AT_ONCE);
  }

  async parts(messageIds: readonly string[]): Promise<SourceParts> {
    const of = <Row extends object>(statement: string): Promise<Row[]> =>
      this.snapshot.query<Row>(statement, [messageIds]);
    return {
      attachments: await of(this.ask.attachments),
      reactions: await of(this.ask.reactions),
      receipts: await of(this.ask.receipts),
      notifications: await of(this.ask.notifications),
    };
  }

  links(): AsyncIterable<SourceLink[]> {
    return this.snapshot.stream(this.ask.links, [], ROWS_AT_ONCE);
  }

  /** Rows whose owner is missing, which only a database without its foreign keys can have. */
  orphans(): AsyncIterable<{ kind: Kind; id: string }[]> {
    return this.snapshot.stream(this.ask.orphans, [], ROWS_AT_ONCE);
  }

  close(): Promise<void> {
    return this.snapshot.close();
  }
}
