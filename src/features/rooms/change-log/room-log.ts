import type { LogEntry } from '@parley/realtime/ordering';
import type { RequestOrigin } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import type { Work } from '../../../platform/database/unit-of-work.js';
import type { UserRoomsChange } from '../membership/membership-cache.js';

/** The events of numbered changes of rooms. */
export type RoomChangeName =
  | 'attachment.dispatch'
  | 'membernickname.dispatch'
  | 'message.dispatch'
  | 'messagemodification.dispatch'
  | 'messagepin.dispatch'
  | 'messagepreview.dispatch'
  | 'pollupdate.dispatch'
  | 'reaction.dispatch'
  | 'roomaddmembers.dispatch'
  | 'roomcreate.dispatch'
  | 'roomdelete.dispatch'
  | 'roomremovemembers.dispatch'
  | 'roomrestrict.dispatch'
  | 'roomupdate.dispatch';

/** A numbered change of a room, and what it changes besides. */
export interface RoomLogEntry extends Omit<LogEntry, 'frame'> {
  /** The frame for all members. Undefined: every node reads the change from the log. */
  readonly frame: OutgoingEvent<RoomChangeName> | undefined;
  /** Users who are members from this number on, with the new versions of their lists of rooms. */
  readonly entered?: readonly UserRoomsChange[];
  /** Users who are not members from this number on. */
  readonly left?: readonly UserRoomsChange[];
}

/**
 * Notifies the members of a numbered change. A service dispatches it after the commit; a command, which has no
 * connections, leaves a signal in the transaction, and every node reads the change from the log. Messages that are sent
 * are dispatched in batches of their own, and a deleted user has one signal for all rooms.
 */
export abstract class RoomLog {
  /** To be called in the transaction that takes the number. @param origin receives the change as its answer */
  abstract append(work: Work, entry: RoomLogEntry, origin?: RequestOrigin): Promise<void>;

  /**
   * Permissions in the room change with the transaction: cached memberships of earlier versions become void. To be called
   * before {@link append}.
   */
  abstract accessChanged(work: Work, roomId: string, version: number): void;
}
