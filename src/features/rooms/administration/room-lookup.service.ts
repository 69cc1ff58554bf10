import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';

import type { ListPart, PartOf } from '../../../platform/collections/list-part.js';
import { partsOf } from '../../../platform/collections/groups.js';
import type { Role, RoomTypeName } from '../membership/membership.js';
import { RoomMembersRepository } from './room-members.repository.js';
import type { MemberSummary } from './room-members.repository.js';
import { RoomPagesRepository } from './room-pages.repository.js';
import type { RestrictionSummary, RoomSize } from './room-pages.repository.js';
import { RoomSummariesRepository } from './room-summaries.repository.js';
import type { RoomDetail, RoomSummary } from './room-summaries.repository.js';

/** The id of a room as it is stored. @throws Refusal 4003 */
export function roomIdOf(given: string): string {
  if (!isUUID(given)) throw invalid({ room_id: ['Must be the id of a room, which is a UUID.'] });
  return given.toLowerCase();
}

/** Selects rooms; an undefined field does not restrict them. */
export interface RoomSearch {
  readonly type: RoomTypeName | undefined;
  /** The id of a room, or the beginning of the name of a GroupChat or Channel. */
  readonly query: string | undefined;
}

/** A room of a user, and what the user is in it. */
export interface JoinedRoom extends RoomSummary {
  readonly role: Role;
  readonly joined_at: string;
}

/** The rooms of a part that are read at once. */
const PART = 1_000;

/** Finds rooms and what is in them, for people who need not be members. */
@Injectable()
export class RoomLookupService {
  constructor(
    private readonly pages: RoomPagesRepository,
    private readonly memberPages: RoomMembersRepository,
    private readonly summaries: RoomSummariesRepository,
  ) {}

  /** The newest first; a place is an id. The search for a name looks at a bounded number of rooms. */
  async find({ type, query }: RoomSearch, part: PartOf<string>): Promise<ListPart<RoomSummary, string>> {
    if (query !== undefined && isUUID(query)) {
      const rooms = await this.summaries.some([query.toLowerCase()]);
      return { items: rooms.filter((room) => type === undefined || room.type === type), after: undefined };
    }
    const { items, after } = await this.pages.newest({ type, beginning: query }, part);
    return { items: await this.summaries.some(items), after };
  }

  /** All rooms, the oldest first; a place is an id. */
  async oldest(part: PartOf<string>): Promise<ListPart<RoomSummary, string>> {
    const { items, after } = await this.pages.oldest(part);
    return { items: await this.summaries.some(items), after };
  }

  /**
   * The largest rooms part by part, the largest first. Their ids are in memory, and the rooms of one part.
   * @param limit undefined: all rooms
   */
  async *largest(by: RoomSize, limit: number | undefined): AsyncGenerator<readonly RoomSummary[], void> {
    for (const ids of partsOf(await this.pages.largest(by, limit), PART)) yield this.summaries.some(ids);
  }

  /** @throws Refusal 4003, 4004 */
  async detail(given: string): Promise<RoomDetail> {
    const room = await this.summaries.detail(roomIdOf(given));
    if (!room) throw notFound(`No such room: ${given}.`);
    return room;
  }

  /** In the order of the ids of the users, which are the places. @throws Refusal 4003, 4004 */
  async members(given: string, part: PartOf<number>): Promise<ListPart<MemberSummary, number>> {
    return this.memberPages.page(await this.existing(given), part);
  }

  /** Those in force, in the order of the ids of the users, which are the places. @throws Refusal 4003, 4004 */
  async restrictions(given: string, part: PartOf<number>): Promise<ListPart<RestrictionSummary, number>> {
    return this.pages.restrictions(await this.existing(given), part);
  }

  /** The rooms that a user is a member of, the newest first; a place is an id. */
  async ofUser(userId: number, part: PartOf<string>): Promise<ListPart<JoinedRoom, string>> {
    const { items, after } = await this.pages.ofUser(userId, part);
    const found = await this.summaries.some(items.map(({ room_id }) => room_id));
    const rooms = new Map(found.map((room) => [room.id, room]));
    return {
      items: items.flatMap(({ room_id, role, joined_at }) => {
        const room = rooms.get(room_id);
        return room ? [{ ...room, role, joined_at: joined_at.toISOString() }] : [];
      }),
      after,
    };
  }

  private async existing(given: string): Promise<string> {
    const id = roomIdOf(given);
    if (!(await this.pages.exists(id))) throw notFound(`No such room: ${given}.`);
    return id;
  }
}
