import { Controller, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { integer } from '../../platform/http/query-values.js';
import { ApiRoute, chosen, fromQuery, only } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const MEMBERS_PAGE = { list: 'string', limit: 'integer', cursor: 'string' } as const;
const ROLES = { field: 'action', among: ['add_admin', 'remove_admin', 'add_moderator', 'remove_moderator'] } as const;
const PERMISSIONS = { field: 'action', among: ['add_permission', 'remove_permission'] } as const;
const INVITATIONS_PAGE = { limit: 'integer', before: 'string' } as const;
const CHANNELS_PAGE = { query: 'string', limit: 'integer', cursor: 'string' } as const;
const ROOMS_PAGE = { limit: 'integer', cursor: 'string', archived: 'boolean' } as const;

@Controller('api/rooms')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class RoomsController {
  @ApiRoute('POST', '', {
    summary: 'Creates a room. An existing OneToOneChat is returned with `meta.created: false`.',
    event: 'room.create',
    scope: 'rooms:write',
    body: {},
  })
  create(@JsonObjectBody() body: EventData): EventData {
    return body;
  }

  @ApiRoute('GET', '', {
    summary:
      "Lists the user's rooms, the one with the latest message first; `meta.next_cursor` requests the next page.",
    event: 'room.list',
    scope: 'rooms:read',
    query: ROOMS_PAGE,
  })
  list(@Query() query: EventData): EventData {
    return fromQuery(query, ROOMS_PAGE);
  }

  @ApiRoute('GET', 'invitations/', {
    summary: "Returns a page of the user's pending invitations, newest first; `next_before` requests the next page.",
    event: 'room.invites',
    scope: 'rooms:read',
    query: INVITATIONS_PAGE,
  })
  invitations(@Query() query: EventData): EventData {
    return fromQuery(query, INVITATIONS_PAGE);
  }

  @ApiRoute('GET', 'channels/', {
    summary: 'Returns a page of the public Channels, by the beginning of their names; with `CHANNEL_DIRECTORY` alone.',
    event: 'channel.search',
    scope: 'rooms:read',
    query: CHANNELS_PAGE,
  })
  channels(@Query() query: EventData): EventData {
    return fromQuery(query, CHANNELS_PAGE);
  }

  @ApiRoute('GET', ':room_id/preview/', {
    summary: 'Returns what a room is that the user may join or ask to join.',
    event: 'room.preview',
    scope: 'rooms:read',
  })
  preview(@Param('room_id') room_id: string): EventData {
    return { room_id };
  }

  @ApiRoute('GET', ':room_id/', { summary: 'Returns a room and its members.', event: 'room.info', scope: 'rooms:read' })
  info(@Param('room_id') room_id: string): EventData {
    return { room_id };
  }

  @ApiRoute('PATCH', ':room_id/', {
    summary: 'Changes the name, description, avatar and other properties of a room.',
    event: 'room.modify',
    scope: 'rooms:write',
    body: { variant: 'update', within: 'data' },
  })
  update(@Param('room_id') room_id: string, @JsonObjectBody() data: EventData): EventData {
    return { room_id, action: 'update', data };
  }

  @ApiRoute('DELETE', ':room_id/', {
    summary: 'Deletes a room with everything in it; a OneToOneChat for the user of the request alone.',
    event: 'room.modify',
    scope: 'rooms:write',
  })
  remove(@Param('room_id') room_id: string): EventData {
    return { room_id, action: 'delete' };
  }
}

@Controller('api/rooms/:room_id')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class RoomPreferencesController {
  @ApiRoute('POST', 'favourite/', {
    summary: "Makes a room one of the user's favourites, or ends that.",
    event: 'room.favourite',
    scope: 'rooms:write',
    body: { only: ['favourite'] },
  })
  favourite(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'favourite'), room_id };
  }

  @ApiRoute('POST', 'archive/', {
    summary: "Hides a room from the user's list of rooms until its next message, or shows it again.",
    event: 'room.archive',
    scope: 'rooms:write',
    body: { only: ['archived'] },
  })
  archive(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'archived'), room_id };
  }

  @ApiRoute('POST', 'mark-unread/', {
    summary: 'Shows a room as unread from a sequence number on, until the user reads in it again.',
    event: 'room.mark_unread',
    scope: 'rooms:write',
    body: { only: ['from_seq'] },
  })
  markUnread(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'from_seq'), room_id };
  }

  @ApiRoute('POST', 'notify/', {
    summary: 'Chooses of which messages of a room the user is notified, and mutes it for a time.',
    event: 'room.notify',
    scope: 'rooms:write',
    body: { only: ['level', 'muted_until'] },
  })
  notify(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'level', 'muted_until'), room_id };
  }
}

/** Members of rooms and their roles, for programs. */
@Controller('api/rooms/:room_id')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class MembersController {
  @ApiRoute('GET', 'members/', {
    summary: 'Returns a page of the members of a room, or with `list=join_requests` of its join requests.',
    event: 'room.members',
    scope: 'rooms:read',
    query: MEMBERS_PAGE,
  })
  list(@Param('room_id') room_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, MEMBERS_PAGE), room_id };
  }

  @ApiRoute('POST', 'members/', {
    summary: 'Adds members to a GroupChat or Channel.',
    event: 'room.add_members',
    scope: 'members:write',
    body: { only: ['members'] },
  })
  add(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'members'), room_id };
  }

  @ApiRoute('POST', 'invitations/', {
    summary: 'Invites users to a GroupChat or Channel.',
    event: 'room.invite',
    scope: 'members:write',
    body: { only: ['user_ids'] },
  })
  invite(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'user_ids'), room_id };
  }

  @ApiRoute('DELETE', 'invitations/:user_id/', {
    summary: 'Withdraws a pending invitation.',
    event: 'room.withdraw_invite',
    scope: 'members:write',
    integers: ['user_id'],
  })
  withdraw(@Param('room_id') room_id: string, @Param('user_id') userId: string): EventData {
    return { room_id, user_ids: [integer(userId)] };
  }

  @ApiRoute('POST', 'invitations/answer/', {
    summary: 'Accepts or declines an invitation of the user.',
    event: 'room.answer_invite',
    scope: 'members:write',
    body: { only: ['accept'] },
  })
  answer(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'accept'), room_id };
  }

  @ApiRoute('DELETE', 'members/:user_id/', {
    summary: 'Removes a member from a GroupChat or Channel.',
    event: 'room.remove_members',
    scope: 'members:write',
    integers: ['user_id'],
  })
  remove(@Param('room_id') room_id: string, @Param('user_id') userId: string): EventData {
    return { room_id, members: [integer(userId)] };
  }

  @ApiRoute('POST', 'nickname/', {
    summary: 'Sets the nickname of the user in a room, or removes that of a member.',
    event: 'member.nickname',
    scope: 'members:write',
    body: { only: ['nickname', 'user_id'] },
  })
  nickname(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'nickname', 'user_id'), room_id };
  }

  @ApiRoute('POST', 'roles/', {
    summary: 'Makes members admins or moderators, or removes these roles.',
    event: 'room.modify',
    scope: 'members:write',
    body: { within: 'data', choice: ROLES },
  })
  roles(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return modification(room_id, body, ROLES);
  }

  @ApiRoute('POST', 'permissions/', {
    summary: 'Grants permissions to members, or revokes them.',
    event: 'room.modify',
    scope: 'members:write',
    body: { within: 'data', choice: PERMISSIONS },
  })
  permissions(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return modification(room_id, body, PERMISSIONS);
  }

  @ApiRoute('POST', 'join/', {
    summary: 'Joins a public Channel, or requests to join a GroupChat.',
    event: 'room.join',
    scope: 'members:write',
  })
  join(@Param('room_id') room_id: string): EventData {
    return { room_id };
  }

  @ApiRoute('POST', 'leave/', {
    summary: 'Leaves a GroupChat or Channel.',
    event: 'room.leave',
    scope: 'members:write',
  })
  leave(@Param('room_id') room_id: string): EventData {
    return { room_id };
  }

  @ApiRoute('POST', 'join-requests/:user_id/', {
    summary: 'Approves or declines a join request.',
    event: 'room.review_join',
    scope: 'members:write',
    body: { only: ['decision'] },
    integers: ['user_id'],
  })
  review(
    @Param('room_id') room_id: string,
    @Param('user_id') userId: string,
    @JsonObjectBody() body: EventData,
  ): EventData {
    return { ...only(body, 'decision'), room_id, user_id: integer(userId) };
  }
}

/** Allows only these actions of `room.modify`: the scope covers no others. */
function modification(
  room_id: string,
  body: EventData,
  { field, among }: { readonly field: string; readonly among: readonly string[] },
): EventData {
  const data = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
  return { room_id, action: chosen(body, field, among), data };
}
