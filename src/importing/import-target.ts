import type { SourceLink } from './django/source-rows.js';
import type { Rows, Table } from './parley-rows.js';

/** How far the log of a room has come. */
export interface RoomEnd {
  readonly id: string;
  readonly last_seq: number;
  readonly last_message_id: string | null;
}

/** What writes, in one transaction. While that is open nothing else is asked: an embedded database has one session. */
export interface Pen {
  /** Those of the messages that are there, or were, and have been deleted. */
  messages(ids: readonly string[]): Promise<ReadonlySet<string>>;
  add<Name extends Table>(table: Name, rows: readonly Rows[Name][]): Promise<void>;
  /** The numbers of these rooms are given out up to here. */
  endRooms(rooms: readonly RoomEnd[]): Promise<void>;
}

/** Where an import goes to: the one place that it writes at. */
export abstract class ImportTarget {
  /** @throws Refusal 4005 where something is there that no import has brought */
  abstract begin(): Promise<void>;

  /** The names, as two users must not share them, of those of these ids that are there. */
  abstract users(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;

  abstract takenNames(keys: readonly string[]): Promise<ReadonlySet<string>>;

  abstract rooms(ids: readonly string[]): Promise<ReadonlySet<string>>;

  /** Does all of it, or nothing. */
  abstract write(body: (pen: Pen) => Promise<void>): Promise<void>;

  /**
   * Has messages answer others of their rooms, and pass others on, where both are there.
   * @returns what has become of each that is there
   */
  abstract link(links: readonly SourceLink[]): Promise<ReadonlyMap<string, Linked>>;

  /** Records what was done. */
  abstract end(counts: Readonly<Record<string, number>>): Promise<void>;
}

/** Of what it was asked to be, what a message is. */
export interface Linked {
  readonly reply: boolean;
  readonly forward: boolean;
  /** Whether it has become so just now. */
  readonly isNew: boolean;
}

/** What a dry run goes to: nothing is there, and nothing stays. */
export class NoTarget extends ImportTarget {
  override begin(): Promise<void> {
    return Promise.resolve();
  }

  override users(): Promise<ReadonlyMap<number, string>> {
    return Promise.resolve(new Map());
  }

  override takenNames(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  override rooms(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  override write(body: (pen: Pen) => Promise<void>): Promise<void> {
    return body({
      messages: () => Promise.resolve(new Set()),
      add: () => Promise.resolve(),
      endRooms: () => Promise.resolve(),
    });
  }

  override link(links: readonly SourceLink[]): Promise<ReadonlyMap<string, Linked>> {
    const linked = ({ id, parent_id, forwarded_from_id }: SourceLink): [string, Linked] => [
      id,
      { reply: parent_id !== null, forward: forwarded_from_id !== null, isNew: true },
    ];
    return Promise.resolve(new Map(links.map(linked)));
  }

  override end(): Promise<void> {
    return Promise.resolve();
  }
}
