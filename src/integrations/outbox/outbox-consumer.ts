import type { ServerEvent } from '@parley/protocol';

import type { Work } from '../../platform/database/unit-of-work.js';

/** A numbered change of a room, without restricted parts: they are null. */
export interface OutboxEntry {
  readonly roomId: string;
  /** Its number in the room's change log; the deletion of the room has the last one. */
  readonly seq: number;
  /** The dispatched frame, rebuilt from the current rows; for a deleted room, `roomdelete.dispatch`. */
  readonly frame: ServerEvent;
}

/** A consumer of the outbox: a feature that processes the changes of all rooms. */
export interface OutboxConsumer {
  /** At most 40 characters. It is in the database while the consumer is needed. */
  readonly name: string;
  /**
   * Records the work that the changes cause, and does none of it. The transaction also removes the changes from the
   * outbox, so each record is written exactly once. An error keeps the changes in the outbox.
   * @param entries ordered by sequence number in each room
   */
  consume(work: Work, entries: readonly OutboxEntry[]): Promise<void>;
}
