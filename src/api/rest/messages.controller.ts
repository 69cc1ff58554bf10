import { Controller, Headers, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { ApiRoute, fromQuery, IDEMPOTENCY_KEY, only, withIdempotencyKey } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const PAGE = { before_seq: 'integer', after_seq: 'integer', limit: 'integer' } as const;
const HISTORY = { ...PAGE, include_threads: 'boolean' } as const;
const SEARCH = {
  query: 'string',
  room_id: 'string',
  from_user_id: 'integer',
  since: 'string',
  until: 'string',
  has: 'array',
  before: 'string',
  limit: 'integer',
} as const;
/** The room of the message that the path names. */
const IN_ROOM = { room_id: 'string' } as const;
const REACTION = { reaction_content: 'string', ...IN_ROOM } as const;
const PREVIEW = { url: 'string', ...IN_ROOM } as const;
const LIST_PAGE = { limit: 'integer', cursor: 'string' } as const;
/** Above the sequence number of every message. */
const THE_END = Number.MAX_SAFE_INTEGER;

@Controller('api')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class MessagesController {
  @ApiRoute('POST', 'rooms/:room_id/messages/', {
    summary: 'Sends a message. A retry with the same `client_message_id` returns the first one, with `meta.duplicate`.',
    event: 'message.send',
    scope: 'messages:write',
    body: {},
    headers: { [IDEMPOTENCY_KEY]: 'A UUID, equivalent to `client_message_id` in the body.' },
  })
  send(
    @Param('room_id') room_id: string,
    @JsonObjectBody() body: EventData,
    @Headers(IDEMPOTENCY_KEY) idempotencyKey: string | undefined,
  ): EventData {
    return { ...withIdempotencyKey(body, idempotencyKey), room_id };
  }

  @ApiRoute('GET', 'rooms/:room_id/messages/', {
    summary: 'Returns a page of the history, newest message first: the newest, or those next to a sequence number.',
    event: 'room.messages',
    scope: 'messages:read',
    query: HISTORY,
  })
  history(@Param('room_id') room_id: string, @Query() query: EventData): EventData {
    const place = fromQuery(query, HISTORY);
    const isPlaced = 'before_seq' in place || 'after_seq' in place;
    return { ...(isPlaced ? {} : { before_seq: THE_END }), ...place, room_id };
  }

  @ApiRoute('POST', 'rooms/:room_id/read/', {
    summary: 'Marks a room as read up to a sequence number.',
    event: 'message.read',
    scope: 'messages:write',
    body: { only: ['up_to_seq'] },
  })
  read(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'up_to_seq'), room_id };
  }

  @ApiRoute('POST', 'rooms/:room_id/typing/', {
    summary: 'Notifies a room that the user is typing.',
    event: 'message.typing',
    scope: 'messages:write',
  })
  typing(@Param('room_id') room_id: string): EventData {
    return { room_id };
  }

  @ApiRoute('GET', 'messages/search/', {
    summary: "Searches the user's rooms, or one of them, by words and filters.",
    event: 'message.search',
    scope: 'messages:read',
    query: SEARCH,
  })
  search(@Query() query: EventData): EventData {
    return fromQuery(query, SEARCH);
  }

  @ApiRoute('GET', 'messages/saved/', {
    summary: "Returns a page of the user's saved messages, the last saved first.",
    event: 'saved.list',
    scope: 'messages:read',
    query: LIST_PAGE,
  })
  saved(@Query() query: EventData): EventData {
    return fromQuery(query, LIST_PAGE);
  }

  @ApiRoute('PATCH', 'messages/:message_id/', {
    summary: 'Edits a message.',
    event: 'message.modify',
    scope: 'messages:write',
    query: IN_ROOM,
    body: { variant: 'update', within: 'extra_fields' },
  })
  edit(
    @Param('message_id') message_id: string,
    @Query() query: EventData,
    @JsonObjectBody() extra_fields: EventData,
  ): EventData {
    return { ...fromQuery(query, IN_ROOM), action: 'update', message_id, extra_fields };
  }

  @ApiRoute('DELETE', 'messages/:message_id/', {
    summary: 'Deletes a message.',
    event: 'message.modify',
    scope: 'messages:write',
    query: IN_ROOM,
  })
  remove(@Param('message_id') message_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, IN_ROOM), action: 'delete', message_id };
  }

  @ApiRoute('POST', 'rooms/:room_id/draft/', {
    summary: 'Keeps the text that the user is writing in a room or in a thread, or clears it.',
    event: 'draft.set',
    scope: 'messages:write',
    body: { only: ['thread_id', 'content'] },
  })
  draft(@Param('room_id') room_id: string, @JsonObjectBody() body: EventData): EventData {
    return { ...only(body, 'thread_id', 'content'), room_id };
  }

  @ApiRoute('POST', 'messages/:message_id/save/', {
    summary: 'Saves a message for the user, with a reminder or without, or ends that.',
    event: 'message.save',
    scope: 'messages:write',
    query: IN_ROOM,
    body: { only: ['saved', 'remind_at'] },
  })
  save(
    @Param('message_id') message_id: string,
    @Query() query: EventData,
    @JsonObjectBody() body: EventData,
  ): EventData {
    return { ...fromQuery(query, IN_ROOM), ...only(body, 'saved', 'remind_at'), message_id };
  }

  @ApiRoute('POST', 'messages/:message_id/reactions/', {
    summary: "Reacts to a message. Replaces the user's previous reaction unless the room has many.",
    event: 'message.react',
    scope: 'messages:write',
    query: IN_ROOM,
    body: { only: ['reaction_content'] },
  })
  react(
    @Param('message_id') message_id: string,
    @Query() query: EventData,
    @JsonObjectBody() body: EventData,
  ): EventData {
    return { ...fromQuery(query, IN_ROOM), ...only(body, 'reaction_content'), type: 'add', message_id };
  }

  @ApiRoute('DELETE', 'messages/:message_id/reactions/', {
    summary: 'Removes a reaction.',
    event: 'message.react',
    scope: 'messages:write',
    query: REACTION,
  })
  removeReaction(@Param('message_id') message_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, REACTION), type: 'remove', message_id };
  }
}

@Controller('api/messages/:message_id/previews')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class LinkPreviewsController {
  @ApiRoute('DELETE', '', {
    summary: 'Removes the preview of a link from a message of the user.',
    event: 'message.remove_preview',
    scope: 'messages:write',
    query: PREVIEW,
  })
  remove(@Param('message_id') message_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, PREVIEW), message_id };
  }
}

@Controller('api/messages/:message_id/poll')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class PollsController {
  @ApiRoute('POST', 'votes/', {
    summary: "Replaces the user's votes in a poll. An empty list takes them back.",
    event: 'poll.vote',
    scope: 'messages:write',
    query: IN_ROOM,
    body: { only: ['options'] },
  })
  vote(
    @Param('message_id') message_id: string,
    @Query() query: EventData,
    @JsonObjectBody() body: EventData,
  ): EventData {
    return { ...fromQuery(query, IN_ROOM), ...only(body, 'options'), message_id };
  }

  @ApiRoute('POST', 'close/', {
    summary: 'Closes a poll.',
    event: 'poll.close',
    scope: 'messages:write',
    query: IN_ROOM,
  })
  close(@Param('message_id') message_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, IN_ROOM), message_id };
  }
}

@Controller('api')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class PinsController {
  @ApiRoute('POST', 'messages/:message_id/pin/', {
    summary: 'Pins a message in its room, or unpins it.',
    event: 'message.pin',
    scope: 'messages:write',
    query: IN_ROOM,
    body: { only: ['pinned'] },
  })
  pin(
    @Param('message_id') message_id: string,
    @Query() query: EventData,
    @JsonObjectBody() body: EventData,
  ): EventData {
    return { ...fromQuery(query, IN_ROOM), ...only(body, 'pinned'), message_id };
  }

  @ApiRoute('GET', 'rooms/:room_id/pins/', {
    summary: 'Returns a page of the pinned messages of a room, the newest pin first.',
    event: 'room.pins',
    scope: 'messages:read',
    query: LIST_PAGE,
  })
  pins(@Param('room_id') room_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, LIST_PAGE), room_id };
  }
}
