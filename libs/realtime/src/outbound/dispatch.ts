import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';

import { answering, Hub, OutboundFrame, roomGroup, userGroup } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import type { Asker, Caller } from '../inbound/index.js';
import { RoomLines } from '../log/index.js';
import type { LogEntry } from '../log/index.js';
import { traced } from './traced.js';

/**
 * The only way out to people who did not ask. Speak after the commit, never before: a dispatch of something
 * lasting tells its hearers that the database has it.
 */
@Injectable()
export class Dispatch {
  constructor(
    private readonly hub: Hub,
    private readonly lines: RoomLines,
  ) {}

  /**
   * A numbered change of a room, told in its place in the room's log: everybody who has the room open hears it, on
   * every device, after all that came before it, and once.
   * @param asker hears it under its own `request_id`, which nobody else is told
   * @returns once the asker has heard it, which takes a moment where something that came before it is still missing
   */
  append(entry: LogEntry, asker?: Asker): Promise<void> {
    return traced('dispatch', { 'parley.room': entry.roomId, 'parley.seq': entry.seq }, () => {
      if (!asker?.caller) return this.lines.append(entry, asker);
      asker.caller.hear(heardBy(asker.caller, entry));
      return this.lines.append(entry);
    });
  }

  /**
   * What is told meanwhile reaches each connection at once, with its last.
   * @param tell says several things, and waits for nothing
   */
  together(tell: () => void): void {
    this.hub.burst.during(tell);
  }

  /** As {@link append}, to the connections of this node alone: for what every node is told, and each tells its own. */
  appendHere(entry: LogEntry): void {
    this.lines.appendHere(entry);
  }

  /**
   * Every node is told that a room's log has reached a number: what this node has not heard by then it reads.
   * @param entering users who entered the room with that number
   */
  reached(roomId: string, seq: number, entering: readonly number[] = []): void {
    this.lines.reached(roomId, seq, entering);
  }

  /**
   * What has no number: everybody who has the room open hears the frame, on every device; on other nodes at most once.
   * @param asker hears it under its own `request_id`, which nobody else is told
   */
  toRoom(roomId: string, frame: ServerEvent, asker?: Asker): void {
    this.toGroups([roomGroup(roomId)], frame, asker);
  }

  /** As {@link toRoom}, for what does not last: whoever reads too slowly does not hear it. */
  toRoomInPassing(roomId: string, frame: ServerEvent, asker?: Asker): void {
    this.toGroups([roomGroup(roomId)], frame, asker, true);
  }

  /** As {@link toRoom}, to every connection of these users. */
  toUsers(userIds: readonly number[], frame: ServerEvent, asker?: Asker): void {
    this.toGroups(userIds.map(userGroup), frame, asker);
  }

  /** As {@link toRoomInPassing}, to one connection of this node, if it is still open. */
  toConnectionInPassing(connectionId: string, frame: ServerEvent): void {
    this.hub.tell(connectionId, OutboundFrame.of(frame, undefined, true));
  }

  private toGroups(groups: readonly Group[], frame: ServerEvent, asker: Asker | undefined, droppable?: boolean): void {
    traced('dispatch', { 'parley.event': frame.eventType }, () => {
      this.tellGroups(groups, frame, asker, droppable);
    });
  }

  private tellGroups(
    groups: readonly Group[],
    frame: ServerEvent,
    asker: Asker | undefined,
    droppable?: boolean,
  ): void {
    const shared = OutboundFrame.of(frame, undefined, droppable);
    asker?.caller?.hear(frame);
    if (asker?.requestId === undefined || asker.caller) {
      this.hub.broadcast(groups, shared);
      return;
    }
    this.hub.tell(asker.connectionId, new OutboundFrame(answering(shared.wire, asker.requestId)));
    this.hub.broadcast(groups, shared, asker.connectionId);
  }
}

/** Who leaves hears the farewell, as on a connection. */
const heardBy = ({ userId }: Caller, { frame, leaving }: LogEntry): ServerEvent =>
  leaving?.userIds.includes(userId) ? leaving.farewell : frame;
