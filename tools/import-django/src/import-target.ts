import type { Rows, Table } from './parley-rows.js';
import type { SourceLink } from './source/source-rows.js';

/** The last sequence number and message of a room. */
export interface RoomEnd {
  readonly id: string;
  readonly last_seq: number;
  readonly last_message_id: string | null;
}

/** Writes in one transaction. Meanwhile no other statement may run: an embedded database has one session. */
export interface ImportWriter {
  /** The ids among these of messages that exist, or existed and are deleted. */
  messages(ids: readonly string[]): Promise<ReadonlySet<string>>;
  add<Name extends Table>(table: Name, rows: readonly Rows[Name][]): Promise<void>;
  /** Sets the last sequence numbers and messages of rooms. */
  endRooms(rooms: readonly RoomEnd[]): Promise<void>;
}

/** The target of an import: the only class that writes. */
export abstract class ImportTarget {
  /** @throws Refusal 4005 if the target has data that was not imported */
  abstract begin(): Promise<void>;

  /** The username keys of the existing users among these ids. */
  abstract users(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;

  abstract existingNames(keys: readonly string[]): Promise<ReadonlySet<string>>;

  abstract rooms(ids: readonly string[]): Promise<ReadonlySet<string>>;

  /** Writes all or nothing. */
  abstract write(body: (pen: ImportWriter) => Promise<void>): Promise<void>;

  /**
   * Sets the references of replies and forwarded messages, if both messages exist.
   * @returns the references of each existing message
   */
  abstract link(links: readonly SourceLink[]): Promise<ReadonlyMap<string, Linked>>;

  /** Records the import in the audit log. */
  abstract end(counts: Readonly<Record<string, number>>): Promise<void>;
}

/** Which of the requested references a message has. */
export interface Linked {
  readonly reply: boolean;
  readonly forward: boolean;
  /** Whether they were set now. */
  readonly isNew: boolean;
}

/** The target of a dry run: empty, and writes nothing. */
export class NoTarget extends ImportTarget {
  override begin(): Promise<void> {
    return Promise.resolve();
  }

  override users(): Promise<ReadonlyMap<number, string>> {
    return Promise.resolve(new Map());
  }

  override existingNames(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  override rooms(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  override write(body: (pen: ImportWriter) => Promise<void>): Promise<void> {
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
