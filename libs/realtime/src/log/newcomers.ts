import { CloseCode } from '@parley/protocol';

import { roomGroup, userGroup } from '../hub/index.js';
import type { Connection, Hub } from '../hub/index.js';
import type { LogSource } from './log-entry.js';
import type { ToldEntry } from './told-entry.js';

const RETRY_MS = 1_000;

/**
 * Whoever enters a room while they are here, at a number that this node was past already when it heard of it: the line of
 * the room had begun meanwhile, by the snapshot of somebody else.
 */
export class Newcomers {
  /** Connections that have joined the rooms that they were in when they came. */
  private readonly joined = new Set<string>();

  /** @param hasTold whether this node is past a number of a room's log */
  constructor(
    private readonly hub: Hub,
    private readonly source: LogSource,
    private readonly hasTold: (roomId: string, seq: number) => boolean,
  ) {}

  /** A connection has joined its rooms. */
  came(connectionId: string): void {
    this.joined.add(connectionId);
  }

  gone(connectionId: string): void {
    this.joined.delete(connectionId);
  }

  /** Those who entered with the last number told miss nothing: they hear it now. */
  letIn({ roomId, entering, frame }: ToldEntry): void {
    for (const connection of entering.flatMap((id) => this.deaf(roomId, id))) {
      this.hub.join(connection, [roomGroup(roomId)]);
      this.hub.tell(connection.id, frame);
    }
  }

  /** Those who are in the room, and do not hear it, come back. Whoever leaves it meanwhile is none of them. */
  async letBackIn(roomId: string, userIds: readonly number[]): Promise<void> {
    const deaf = new Set(userIds.flatMap((id) => this.deaf(roomId, id)));
    if (deaf.size === 0) return;
    try {
      const members = await this.source.members(roomId, userIds);
      for (const [id, enteredAt] of members) {
        // Whoever has come again is let in when the line comes to that.
        if (!this.hasTold(roomId, enteredAt)) continue;
        for (const connection of this.deaf(roomId, id)) {
          if (deaf.has(connection)) connection.close(CloseCode.goingDown, 'sync');
        }
      }
    } catch {
      setTimeout(() => void this.letBackIn(roomId, userIds), RETRY_MS).unref();
    }
  }

  /** Those of the user's connections that do not hear the room, though they heard all of the user's when they came. */
  private deaf(roomId: string, userId: number): Connection[] {
    return this.hub.outside(userGroup(userId), roomGroup(roomId)).filter(({ id }) => this.joined.has(id));
  }
}
