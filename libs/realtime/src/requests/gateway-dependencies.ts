import type { ServerFrame } from '@parley/protocol';

import type { Connection, Group, OutboundFrame } from '../hub/index.js';
import type { Actor } from './client-event.js';

/** The groups of a new connection. The gateway declares it, so that it need not know rooms. */
export abstract class ConnectionGroups {
  /**
   * @param roomsVersion the version of the user's list of rooms, as read with the token: a cached list of this version
   *   is current, and costs no query
   */
  abstract groupsOf(userId: number, roomsVersion: number): Promise<readonly Group[]>;
}

/** Recognises live frames whose content a first frame has already. */
export interface SnapshotDeduplicator {
  /** Whether the first frame has the content of the live frame. Called once for each, in their order. */
  includes(live: OutboundFrame): boolean;
  /** Forgets the rooms whose frames up to the snapshot were delivered. @param isPast whether a number of a room was */
  forget(isPast: (roomId: string, seq: number) => boolean): void;
  /** Whether no further live frame can repeat the first frame: then the deduplicator can be released. */
  readonly isDone: boolean;
}

export interface InitialSnapshot {
  readonly frame: ServerFrame;
  /** The log number that the snapshot reaches in each of the user's rooms. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The number that it reaches in the private log of the user. */
  readonly privateSeq: number;
  /** Kept with the connection until it is done: it should be small. */
  readonly deduplicator: SnapshotDeduplicator;
}

/** The first frame of a connection. The gateway declares it, so that it need not know notifications. */
export abstract class InitialSnapshots {
  /** Reads a snapshot: whatever is committed after it must reach the connection as a live frame. */
  abstract read(actor: Actor, sessionId: string): Promise<InitialSnapshot>;
}

export interface OpenedSession {
  /** Its `close` ends the session, with a code that says whether the client may reconnect. */
  readonly connection: Pick<Connection, 'id' | 'close'>;
  readonly userId: number;
  /** The client's own description of itself; empty if it gives none. */
  readonly device: string;
}

export interface SessionEnd {
  /** The close code of the side that closed it; 1006 if the connection was lost without one. */
  readonly code: number;
  /** Why the service closed it; undefined: the client did, or the connection was lost. */
  readonly reason: string | undefined;
}

/** Records every connection that opens and closes. The gateway declares it, so that it need not know presence. */
export abstract class SessionRegistry {
  abstract opened(session: OpenedSession): void;
  abstract closed(sessionId: string, end: SessionEnd): void;
}

/** Injection token of the id of this process within the deployment, a string. */
export const NODE_ID = Symbol('the id of this node');
