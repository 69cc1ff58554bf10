import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';

import { Hub, OutboundFrame, roomGroup, userGroup } from '../hub/index.js';
import type { Audience, Group } from '../hub/index.js';
import type { Asker } from '../inbound/index.js';

/**
 * The only way out to people who did not ask. Speak after the commit, never before: a dispatch of something
 * lasting tells its hearers that the database has it.
 */
@Injectable()
export class Dispatch {
  private audience: Audience;

  constructor(private readonly hub: Hub) {
    this.audience = hub;
  }

  /** The same to the connections of this node alone: for what every node is told, and each tells its own. */
  get here(): Dispatch {
    const here = new Dispatch(this.hub);
    here.audience = this.hub.here;
    return here;
  }

  /**
   * Everybody who has the room open hears the frame, on every device.
   * @param asker hears it under its own `request_id`, which nobody else is told
   */
  toRoom(roomId: string, frame: ServerEvent, asker?: Asker): void {
    this.toGroups([roomGroup(roomId)], frame, asker);
  }

  /**
   * As {@link toRoom}, for what does not last: whoever reads too slowly does not hear it. It must carry no number.
   */
  toRoomInPassing(roomId: string, frame: ServerEvent, asker?: Asker): void {
    this.toGroups([roomGroup(roomId)], frame, asker, true);
  }

  /** Every connection of these users hears the frame. */
  toUsers(userIds: readonly number[], frame: ServerEvent, asker?: Asker): void {
    this.toGroups(userIds.map(userGroup), frame, asker);
  }

  /** From now on every connection of these users, on any node, hears the room. */
  openRoom(roomId: string, userIds: readonly number[]): void {
    this.audience.joinAll(userIds.map(userGroup), roomGroup(roomId));
  }

  /** From now on no connection of these users, on any node, hears the room: what comes late does not reach them. */
  closeRoom(roomId: string, userIds: readonly number[]): void {
    this.audience.leaveAll(userIds.map(userGroup), roomGroup(roomId));
  }

  /** Nobody hears the room any more. */
  endRoom(roomId: string): void {
    this.audience.leaveAll([roomGroup(roomId)], roomGroup(roomId));
  }

  /** Everybody who hears the room, and these users, hear the frame, once each. */
  toRoomAndUsers(roomId: string, userIds: readonly number[], frame: ServerEvent, asker?: Asker): void {
    this.toGroups([roomGroup(roomId), ...userIds.map(userGroup)], frame, asker);
  }

  private toGroups(groups: readonly Group[], frame: ServerEvent, asker: Asker | undefined, droppable?: boolean): void {
    const shared = OutboundFrame.of(frame, undefined, droppable);
    if (asker?.requestId === undefined) {
      this.audience.broadcast(groups, shared);
      return;
    }
    this.hub.tell(asker.connectionId, OutboundFrame.of(frame, asker.requestId, droppable));
    this.audience.broadcast(groups, shared, asker.connectionId);
  }
}
