import { Injectable } from '@nestjs/common';
import { publicView } from '@parley/realtime/restricted-part';
import type { ServerEvent } from '@parley/protocol';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { partsOf } from '../../platform/collections/groups.js';
import { RoomLogReplay } from '../../features/rooms/change-log/room-log-replay.js';
import { roomDeleted } from '../../features/rooms/room.frames.js';
import type { OutboxRange } from './outbox.repository.js';

/** A numbered change of a room, without restricted parts: they are null. */
export interface OutboxEntry {
  readonly roomId: string;
  /** Its number in the room's change log; the deletion of the room has the last one. */
  readonly seq: number;
  /** The dispatched frame, rebuilt from the current rows; for a deleted room, `roomdelete.dispatch`. */
  readonly frame: ServerEvent;
  /** The id that a deleted room had in its product; null: it had none, or is not deleted. */
  readonly externalId: string | null;
}

/** Change logs that are read concurrently, so that most database connections stay available for clients. */
const AT_ONCE = 3;

/** Reads the changes of parts of rooms' change logs. For a deleted room, it returns only the deletion. */
@Injectable()
export class OutboxEntryReader {
  constructor(private readonly log: RoomLogReplay) {}

  /** @param parts ordered by sequence number in each room; numbers that the log no longer has are omitted */
  async read(parts: readonly OutboxRange[]): Promise<OutboxEntry[]> {
    const entries: OutboxEntry[] = [];
    for (const together of partsOf(joined(parts), AT_ONCE)) {
      const read = await Promise.all(together.map((part) => this.readRange(part)));
      entries.push(...read.flat());
    }
    return entries;
  }

  private async readRange({ roomId, after, upTo, ended, externalId }: OutboxRange): Promise<OutboxEntry[]> {
    if (ended) return [{ roomId, seq: upTo, frame: roomDeleted(roomId, upTo), externalId }];
    const entries = await this.log.entries(roomId, after, upTo);
    return entries.map(({ seq, frame }) => ({ roomId, seq, frame: publicFrame(frame), externalId: null }));
  }
}

/** Joins consecutive parts of a room. */
function joined(parts: readonly OutboxRange[]): OutboxRange[] {
  const whole: OutboxRange[] = [];
  const last = new Map<string, number>();
  for (const part of parts) {
    const at = last.get(part.roomId) ?? -1;
    const before = whole[at];
    if (before && !part.ended && before.upTo === part.after) whole[at] = { ...before, upTo: part.upTo };
    else last.set(part.roomId, whole.push(part) - 1);
  }
  return whole;
}

/** The frame without its restricted parts. */
const publicFrame = (frame: OutgoingEvent): ServerEvent => ({ ...frame, data: publicView(frame.data) }) as ServerEvent;
