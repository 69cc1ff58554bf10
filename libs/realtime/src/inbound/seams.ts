import type { ServerFrame } from '@parley/protocol';

import type { Connection, Group, OutboundFrame } from '../hub/index.js';
import type { Actor } from './actor.js';

/** What a new connection hears from its first moment. The gateway asks; whoever knows rooms answers. */
export abstract class GroupsOf {
  /**
   * @param roomsVersion the version of the user's list of rooms, as read when the token was checked: an answer
   *   from memory is right if it has this version, and costs no look-up
   */
  abstract groupsOf(userId: number, roomsVersion: number): Promise<readonly Group[]>;
}

/** What a first frame says that may come live as well. */
export interface Included {
  /** Whether the frame says already what a live frame says. Asked once of each, in the order in which they come. */
  has(live: OutboundFrame): boolean;
  /** Whether it can be let go: nothing of it comes live any more. */
  readonly isPast: boolean;
}

export interface Welcome {
  readonly frame: ServerFrame;
  /** The number that the snapshot reaches in each of the user's rooms. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Kept as long as the connection, unless it is past: it should hold little. */
  readonly included: Included;
}

/** The first frame of a connection. The gateway asks; whoever knows what is pending answers. */
export abstract class Greeter {
  /** Reads a snapshot: whatever is committed after it must reach the connection as a live frame. */
  abstract welcome(actor: Actor, sessionId: string): Promise<Welcome>;
}

export interface SessionOpening {
  /** Its `close` ends it, with a code that tells the client whether to come back. */
  readonly connection: Pick<Connection, 'id' | 'close'>;
  readonly userId: number;
  /** What the client calls itself, in its own words; empty if it does not say. */
  readonly device: string;
}

/** How a connection ended. */
export interface SessionEnd {
  /** As whoever closed it said, be it the service or the client; 1006 where the line was lost without a word. */
  readonly code: number;
  /** Why the service closed it; undefined: the client did, or the line was lost. */
  readonly reason: string | undefined;
}

/** Told of every connection that opens and closes. */
export abstract class SessionLog {
  abstract opened(session: SessionOpening): void;
  abstract closed(sessionId: string, end: SessionEnd): void;
}

/** This process, among those that serve together. */
export abstract class ThisNode {
  abstract readonly nodeId: string;
}
