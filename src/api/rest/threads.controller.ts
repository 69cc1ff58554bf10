import { Controller, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';

import { JsonObjectBody } from '../../platform/http/body.js';
import { ApiRoute, fromQuery, only } from './api-route.js';
import type { EventData } from './api-route.js';
import { ApiGuard } from './api.guard.js';
import { ApiInterceptor } from './api.interceptor.js';

const LIST = { limit: 'integer', cursor: 'string', unread_only: 'boolean' } as const;
/** The room of the thread that the path names. */
const IN_ROOM = { room_id: 'string' } as const;
const PAGE = { before_seq: 'integer', after_seq: 'integer', limit: 'integer', ...IN_ROOM } as const;

/** Threads, for programs. */
@Controller('api/threads')
@UseGuards(ApiGuard)
@UseInterceptors(ApiInterceptor)
export class ThreadsController {
  @ApiRoute('GET', '', {
    summary:
      'Lists the threads that the user follows, the latest reply first; `meta.next_cursor` requests the next page.',
    event: 'thread.list',
    scope: 'messages:read',
    query: LIST,
  })
  list(@Query() query: EventData): EventData {
    return fromQuery(query, LIST);
  }

  @ApiRoute('GET', ':thread_id/messages/', {
    summary: 'Returns a page of a thread, newest message first: the newest, or those next to a sequence number.',
    event: 'thread.messages',
    scope: 'messages:read',
    query: PAGE,
  })
  messages(@Param('thread_id') thread_id: string, @Query() query: EventData): EventData {
    return { ...fromQuery(query, PAGE), thread_id };
  }

  @ApiRoute('POST', ':thread_id/follow/', {
    summary: 'Lets the user follow a thread, or ends that.',
    event: 'thread.follow',
    scope: 'messages:write',
    query: IN_ROOM,
    body: { only: ['follow'] },
  })
  follow(
    @Param('thread_id') thread_id: string,
    @Query() query: EventData,
    @JsonObjectBody() body: EventData,
  ): EventData {
    return { ...fromQuery(query, IN_ROOM), ...only(body, 'follow'), thread_id };
  }

  @ApiRoute('POST', ':thread_id/read/', {
    summary: 'Marks a thread as read up to a sequence number.',
    event: 'message.read',
    scope: 'messages:write',
    query: IN_ROOM,
    body: { only: ['up_to_seq'] },
  })
  read(@Param('thread_id') thread_id: string, @Query() query: EventData, @JsonObjectBody() body: EventData): EventData {
    return { ...fromQuery(query, IN_ROOM), ...only(body, 'up_to_seq'), thread_id };
  }
}
