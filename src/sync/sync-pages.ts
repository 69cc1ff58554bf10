import { Injectable } from '@nestjs/common';
import type { SyncedRoom, SyncPage } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { toMessage } from '../messages/message.view.js';
import type { SyncedRange } from '../operations/delivery-trace/records/sync-record.entity.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { Snapshot } from '../platform/database/unit-of-work.js';
import { RoomDirectory } from '../rooms/room-directory.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import {
  cutBefore,
  includesRoom,
  isComplete,
  MESSAGES_A_PAGE,
  NEWEST_MESSAGES,
  numbersOf,
  planned,
  ROOMS_A_PAGE,
  syncedRanges,
} from './page-plan.js';
import type { Positions, RoomPart, RoomSyncState } from './page-plan.js';
import { SyncRepository } from './sync.repository.js';
import type { ChangePlace, MessageChange } from './sync.repository.js';

/** The start of a page: the remaining rooms are those with this id and higher ids. */
interface PageStart {
  readonly roomId: string;
  readonly positions: Positions;
  /** The last change of the previous page, if that ended between the changes of one sequence number. */
  readonly after?: ChangePlace | undefined;
}

/** A page, and the rooms of which it contains changes. */
export interface BuiltPage {
  readonly page: Restrictable<SyncPage>;
  readonly sent: readonly SyncedRange[];
}

/** The rooms and changes of a page. */
interface PageContent {
  readonly parts: readonly RoomPart[];
  readonly changes: readonly MessageChange[];
  /** Undefined: the page is the last one. */
  readonly next: Pick<PageStart, 'roomId' | 'after'> | undefined;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The changes that a client misses, in pages. Each page is read in one snapshot, with a fixed number of statements. It
 * is the same page that a new sync from the end of the previous page would return, so no state is kept between pages.
 */
@Injectable()
export class SyncPages {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repository: SyncRepository,
    private readonly directory: RoomDirectory,
  ) {}

  async *since(grant: OwnRoomsGrant, positions: Positions): AsyncGenerator<BuiltPage, void> {
    let start: PageStart | undefined = { roomId: FIRST_ID, positions };
    while (start) {
      const from: PageStart = start;
      const [made, next] = await this.work.snapshot((snapshot) => this.page(snapshot, grant, from));
      yield made;
      start = next;
    }
  }

  private async page(
    snapshot: Snapshot,
    grant: OwnRoomsGrant,
    start: PageStart,
  ): Promise<[BuiltPage, PageStart | undefined]> {
    const left = await this.repository.notIn(snapshot, grant, [...start.positions.keys()]);
    const { parts, changes, next } = await this.content(snapshot, grant, start);
    const rooms = await this.syncedRooms(snapshot, grant, parts, changes);
    const made = { page: { complete: next === undefined, rooms, left }, sent: syncedRanges(parts, rooms) };
    if (!next) return [made, undefined];
    const { roomId, after } = next;
    return [made, { roomId, after, positions: positionsFrom(roomId, start, left, parts.at(-1)) }];
  }

  private async content(snapshot: Snapshot, grant: OwnRoomsGrant, start: PageStart): Promise<PageContent> {
    const states = await this.repository.syncStates(snapshot, grant, start.roomId, ROOMS_A_PAGE + 1);
    const parts = planned(states.slice(0, ROOMS_A_PAGE), start.positions);
    const numbers = parts.flatMap((part) => numbersOf(part).map((number) => ({ roomId: part.roomId, number })));
    const changes = await this.repository.changes(snapshot, grant, numbers, start.after, MESSAGES_A_PAGE + 1);
    const beyond = changes[MESSAGES_A_PAGE];
    if (!beyond) return { parts, changes, next: nextRoom(states, parts) };
    const shown = changes.slice(0, MESSAGES_A_PAGE);
    const { roomId, number } = beyond;
    return { parts: cutBefore(roomId, number, parts), changes: shown, next: { roomId, after: shown.at(-1) } };
  }

  private async syncedRooms(
    snapshot: Snapshot,
    grant: OwnRoomsGrant,
    parts: readonly RoomPart[],
    changes: readonly MessageChange[],
  ): Promise<Restrictable<SyncedRoom>[]> {
    const idsOf = (which: (part: RoomPart) => boolean): string[] => parts.filter(which).map(({ roomId }) => roomId);
    const anew = idsOf(({ after }) => after === undefined);
    const newest = await this.repository.newest(snapshot, grant, anew, NEWEST_MESSAGES + 1);
    const rooms = await this.directory.among(snapshot, grant, idsOf(includesRoom));
    const marks = await this.repository.marks(snapshot, grant, idsOf(isComplete));
    return parts.map((part) => {
      const { roomId, upTo, after, lost } = part;
      const all = (after === undefined ? newest : changes).filter((change) => change.roomId === roomId);
      const isReset = after === undefined && (lost || all.length > NEWEST_MESSAGES);
      return {
        room_id: roomId,
        last_seq: upTo,
        reset: isReset,
        room: rooms.get(roomId) ?? null,
        messages: (after === undefined ? byNumber(all.slice(0, NEWEST_MESSAGES)) : all).map(toSyncedMessage),
        marks: marks.get(roomId) ?? [],
      };
    });
  }
}

function nextRoom(states: readonly RoomSyncState[], parts: readonly RoomPart[]): PageContent['next'] {
  const last = parts.at(-1);
  return last && !isComplete(last) ? { roomId: last.roomId } : states[parts.length];
}

/** The positions in the remaining rooms of the request. */
function positionsFrom(roomId: string, { positions }: PageStart, left: readonly string[], last?: RoomPart): Positions {
  const gone = new Set(left);
  const ahead = new Map([...positions].filter(([id]) => id >= roomId && !gone.has(id)));
  return last?.roomId === roomId ? ahead.set(roomId, last.upTo) : ahead;
}

const byNumber = (changes: readonly MessageChange[]): MessageChange[] =>
  changes.toSorted((one, other) => one.number - other.number);

const toSyncedMessage = ({ messageId, message }: MessageChange): Restrictable<SyncedRoom>['messages'][number] =>
  message ? toMessage(message) : { id: messageId, is_deleted: true };
