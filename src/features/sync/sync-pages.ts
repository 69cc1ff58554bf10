import { Injectable } from '@nestjs/common';
import type { Room, SyncedRoom, SyncPage } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { toMessage } from '../messages/message.view.js';
import type { SyncedRange } from '../delivery-trace/records/sync-record.entity.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Snapshot } from '../../platform/database/unit-of-work.js';
import { RoomDirectory } from '../rooms/room-directory.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import {
  cutBefore,
  fittingParts,
  includesRoom,
  isComplete,
  MESSAGES_A_PAGE,
  NEWEST_MESSAGES,
  numbersOf,
  partsBefore,
  planned,
  ROOMS_A_PAGE,
  roomsOfNextPage,
  syncedRanges,
} from './page-plan.js';
import type { Positions, RoomPart, RoomSyncState } from './page-plan.js';
import { SyncRepository } from './sync.repository.js';
import type { ChangeLimit, ChangePlace, MessageChange } from './sync.repository.js';

/** The start of a page: the remaining rooms are those with this id and higher ids. */
interface PageStart {
  readonly roomId: string;
  readonly positions: Positions;
  /** The number of rooms that are read for the page. */
  readonly most: number;
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

/** The rooms of a page, with their changes. */
interface SyncedRooms extends Pick<PageContent, 'parts' | 'next'> {
  readonly rooms: readonly Restrictable<SyncedRoom>[];
  readonly sent: readonly SyncedRange[];
}

/**
 * The parts of an answer that the changes, the newest messages of new rooms, and the rooms take; the rest is marks. A
 * change that is larger than its part is on a page with nothing but its room.
 */
const PARTS = { changes: 3 / 8, newest: 1 / 4, rooms: 3 / 16, largeChange: 5 / 8 };
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The changes that a client misses, in pages. Each page is read in one snapshot, with a fixed number of statements. It
 * has what a new sync from the end of the previous page would return, so that nothing but the number of rooms that
 * fitted in that page is kept between pages.
 */
@Injectable()
export class SyncPages {
  private readonly mostBytes: typeof PARTS;

  constructor(
    private readonly work: UnitOfWork,
    private readonly repository: SyncRepository,
    private readonly directory: RoomDirectory,
    limits: Limits,
  ) {
    const part = (share: number): number => Math.floor(share * limits.answerBytes);
    this.mostBytes = {
      changes: part(PARTS.changes),
      newest: part(PARTS.newest),
      rooms: part(PARTS.rooms),
      largeChange: part(PARTS.largeChange),
    };
  }

  async *since(grant: OwnRoomsGrant, positions: Positions): AsyncGenerator<BuiltPage, void> {
    let start: PageStart | undefined = { roomId: FIRST_ID, positions, most: ROOMS_A_PAGE };
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
    const content = await this.content(snapshot, grant, start);
    const { parts, next, rooms, sent } = await this.syncedRooms(snapshot, grant, content);
    const made = { page: { complete: next === undefined, rooms, left }, sent };
    if (!next) return [made, undefined];
    const { roomId, after } = next;
    const most = roomsOfNextPage(start.most, parts.length);
    return [made, { roomId, after, most, positions: positionsFrom(roomId, start, left, parts.at(-1)) }];
  }

  private async content(snapshot: Snapshot, grant: OwnRoomsGrant, start: PageStart): Promise<PageContent> {
    const states = await this.repository.syncStates(snapshot, grant, start.roomId, start.most + 1);
    const parts = planned(states.slice(0, start.most), start.positions);
    const numbers = parts.flatMap((part) => numbersOf(part).map((number) => ({ roomId: part.roomId, number })));
    const limit = this.limit(MESSAGES_A_PAGE, this.mostBytes.changes);
    const { changes, beyond, isLarge } = await this.repository.changes(snapshot, grant, numbers, start.after, limit);
    const large = isLarge ? changes[0]?.roomId : undefined;
    const fitting = partsBefore(parts, ({ roomId }) => roomId === large);
    const isCut = beyond !== undefined && fitting.some(({ roomId }) => roomId === beyond.roomId);
    if (!isCut) return { parts: fitting, changes, next: nextRoom(states, fitting) };
    const { roomId, number } = beyond;
    return { parts: cutBefore(roomId, number, fitting), changes, next: { roomId, after: changes.at(-1) } };
  }

  private limit(most: number, mostBytes: number): ChangeLimit {
    return { most, mostBytes, mostBytesOfFirst: this.mostBytes.largeChange };
  }

  /**
   * A room whose bytes do not fit begins the next page; the first is cut to its members and newest messages that do.
   */
  private async syncedRooms(
    snapshot: Snapshot,
    grant: OwnRoomsGrant,
    { parts, changes, next }: PageContent,
  ): Promise<SyncedRooms> {
    const idsOf = (among: readonly RoomPart[], which: (part: RoomPart) => boolean): string[] =>
      among.filter(which).map(({ roomId }) => roomId);
    const anew = idsOf(parts, ({ after }) => after === undefined);
    const limit = this.limit(NEWEST_MESSAGES + 1, this.mostBytes.newest);
    const newest = await this.repository.newest(snapshot, grant, anew, limit);
    const details = await this.directory.among(snapshot, grant, idsOf(parts, includesRoom));
    const exceeded = newest.isLarge ? newest.changes[0]?.roomId : newest.beyond?.roomId;
    const fitting = fittingParts(parts, exceeded, ({ roomId }) => bytesOf(details.get(roomId)), this.mostBytes.rooms);
    const marks = await this.repository.marks(snapshot, grant, idsOf(fitting, isComplete));
    const rooms = fitting.map(({ roomId, upTo, after, lost }) => {
      const all = (after === undefined ? newest.changes : changes).filter((change) => change.roomId === roomId);
      const isReset = after === undefined && (lost || roomId === exceeded || all.length > NEWEST_MESSAGES);
      return {
        room_id: roomId,
        last_seq: upTo,
        reset: isReset,
        room: details.get(roomId) ?? null,
        messages: (after === undefined ? byNumber(all.slice(0, NEWEST_MESSAGES)) : all).map(toSyncedMessage),
        marks: marks.get(roomId) ?? [],
      };
    });
    const cut = parts[fitting.length];
    const sent = syncedRanges(fitting, rooms, exceeded);
    return { parts: fitting, next: cut ? { roomId: cut.roomId } : next, rooms, sent };
  }
}

const bytesOf = (room: Room | undefined): number => (room ? Buffer.byteLength(JSON.stringify(room)) : 0);

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
