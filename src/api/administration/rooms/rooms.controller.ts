import { Controller, Param } from '@nestjs/common';

import { QueryOf } from '../../../platform/http/query-values.js';
import { RoomLookupService } from '../../../features/rooms/administration/room-lookup.service.js';
import type { JoinedRoom } from '../../../features/rooms/administration/room-lookup.service.js';
import type { MemberSummary } from '../../../features/rooms/administration/room-members.repository.js';
import type { RestrictionSummary } from '../../../features/rooms/administration/room-pages.repository.js';
import type { RoomDetail, RoomSummary } from '../../../features/rooms/administration/room-summaries.repository.js';
import { RoomLogCheckService } from '../../../features/rooms/change-log/room-log-check.service.js';
import type { RoomLogReport } from '../../../features/rooms/change-log/room-log-check.service.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Administration, AdministrationRoute, INVALID_ID } from '../access/administration-route.js';
import { nextCursor, numberAfter, PageRequest, sizeOf, textAfter } from '../access/page-request.js';
import { isId } from '../access/path-values.js';
import { RoomPageRequest } from './room-requests.js';

/** A page of rooms, the newest first. It can have fewer rooms than requested, and others follow nevertheless. */
export interface RoomSummaryPage {
  readonly rooms: readonly RoomSummary[];
  readonly next_cursor: string | null;
}

/** A page of the members of a room, in the order of their ids. */
export interface MemberSummaryPage {
  readonly members: readonly MemberSummary[];
  readonly next_cursor: string | null;
}

/** A page of the restrictions in a room that are in force, in the order of the ids of the users. */
export interface RestrictionSummaryPage {
  readonly restrictions: readonly RestrictionSummary[];
  readonly next_cursor: string | null;
}

/** A page of the rooms of a user, the newest first. */
export interface JoinedRoomPage {
  readonly rooms: readonly JoinedRoom[];
  readonly next_cursor: string | null;
}

@Controller('api/admin')
@Administration()
export class RoomsAdministrationController {
  constructor(
    private readonly rooms: RoomLookupService,
    private readonly logs: RoomLogCheckService,
    private readonly users: UsersService,
  ) {}

  @AdministrationRoute('GET', 'rooms/', {
    summary: 'Returns a page of rooms by an id or the beginning of a name, and by type.',
    right: 'rooms.read',
    query: RoomPageRequest,
    answer: { description: 'A page of rooms, the newest first.', type: 'RoomSummaryPage' },
  })
  async list(@QueryOf(RoomPageRequest) request: RoomPageRequest): Promise<RoomSummaryPage> {
    const search = { type: request.type ?? undefined, query: request.query ?? undefined };
    const part = { after: textAfter(request, isId), limit: sizeOf(request) };
    const { items, after } = await this.rooms.find(search, part);
    return { rooms: items, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('GET', 'rooms/:room_id/', {
    summary: 'Returns a room with its settings.',
    right: 'rooms.read',
    answer: { description: 'The room.', type: 'RoomDetail' },
    refusals: INVALID_ID,
  })
  show(@Param('room_id') id: string): Promise<RoomDetail> {
    return this.rooms.detail(id);
  }

  @AdministrationRoute('GET', 'rooms/:room_id/members/', {
    summary: 'Returns a page of the members of a room.',
    right: 'rooms.read',
    query: PageRequest,
    answer: { description: 'A page of members.', type: 'MemberSummaryPage' },
  })
  async members(@Param('room_id') id: string, @QueryOf(PageRequest) request: PageRequest): Promise<MemberSummaryPage> {
    const { items, after } = await this.rooms.members(id, { after: numberAfter(request), limit: sizeOf(request) });
    return { members: items, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('GET', 'rooms/:room_id/restrictions/', {
    summary: 'Returns a page of the restrictions in a room that are in force.',
    right: 'rooms.read',
    query: PageRequest,
    answer: { description: 'A page of restrictions.', type: 'RestrictionSummaryPage' },
  })
  async restrictions(
    @Param('room_id') id: string,
    @QueryOf(PageRequest) request: PageRequest,
  ): Promise<RestrictionSummaryPage> {
    const part = { after: numberAfter(request), limit: sizeOf(request) };
    const { items, after } = await this.rooms.restrictions(id, part);
    return { restrictions: items, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('GET', 'rooms/:room_id/log/', {
    summary: 'Checks that the numbered log of a room has no gap since a day ago.',
    right: 'rooms.read',
    answer: { description: 'Which numbers have no record.', type: 'RoomLogReport' },
    refusals: INVALID_ID,
  })
  checkLog(@Param('room_id') id: string): Promise<RoomLogReport> {
    return this.logs.check(id);
  }

  @AdministrationRoute('GET', 'users/:username/rooms/', {
    summary: 'Returns a page of the rooms of a user.',
    right: 'users.read',
    query: PageRequest,
    answer: { description: 'A page of rooms, the newest first.', type: 'JoinedRoomPage' },
  })
  async ofUser(
    @Param('username') username: string,
    @QueryOf(PageRequest) request: PageRequest,
  ): Promise<JoinedRoomPage> {
    const part = { after: textAfter(request, isId), limit: sizeOf(request) };
    const { items, after } = await this.rooms.ofUser(await this.users.idOf(username), part);
    return { rooms: items, next_cursor: nextCursor(after) };
  }
}
