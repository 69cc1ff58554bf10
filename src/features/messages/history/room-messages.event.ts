import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { Bool, ClientEvent, Id, Integer, Optional, StrictObject } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPolicy } from '../../rooms/room.policy.js';
import { HistoryPages } from './history-pages.js';
import type { NeighbourPages } from './history-pages.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;
const LAST_PAGE = 10_000_000;

/** A field that is null is treated like a missing one. */
class Paging {
  @Optional()
  @Integer({ min: 1, max: LAST_PAGE })
  page?: number | null;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  size?: number | null;

  /** Requests the newest messages below this sequence number. */
  @Optional()
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  before_seq?: number | null;

  /** Requests the oldest messages above this sequence number. */
  @Optional()
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  after_seq?: number | null;

  /** Another name for `size`. */
  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;
}

/** The paging fields are in `paginate`, or beside `room_id`. */
class RoomMessagesRequest extends Paging {
  @Id()
  room_id!: string;

  @Optional()
  @StrictObject(() => Paging)
  paginate?: Paging | null;

  /** Whether replies in threads are returned too. */
  @Optional()
  @Bool()
  include_threads?: boolean | null;
}

/**
 * `room.messages`: returns a page of a room's history to the requester only, newest message first. Replies in threads
 * alone are left out, unless they are requested.
 */
@Injectable()
@ClientEvent({
  name: 'room.messages',
  summary: 'Returns a page of the history of a room, newest message first.',
  request: RoomMessagesRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['roommessages.dispatch'],
})
export class RoomMessagesEvent implements EventHandler<RoomMessagesRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly pages: HistoryPages,
  ) {}

  async handle(request: RoomMessagesRequest, { actor, origin }: EventContext): Promise<Answer> {
    const roomId = request.room_id.toLowerCase();
    const paging = request.paginate ?? request;
    const neighbours = neighboursOf(paging, request.paginate ? 'paginate.' : '');
    const grant = await this.policy.mayRead(actor, roomId);
    const scope = request.include_threads === true ? ('log' as const) : ('room' as const);
    const by = { grant, connectionId: origin.connectionId, scope };
    const size = paging.size ?? paging.limit ?? DEFAULT_SIZE;
    const { page, truncated } = await (neighbours
      ? this.pages.nextTo(by, neighbours, size)
      : this.pages.numbered(by, { page: paging.page ?? 1, size }));
    return { eventType: 'roommessages.dispatch', data: page, ...(truncated && { meta: { truncated } }) };
  }
}

/**
 * @param path the path of the fields, for the error
 * @returns undefined if a page is requested by its number
 * @throws Refusal 4003 if several ways of paging are combined
 */
function neighboursOf({ page, before_seq, after_seq }: Paging, path: string): NeighbourPages | undefined {
  const given = Object.entries({ page, before_seq, after_seq }).filter(([, value]) => typeof value === 'number');
  if (given.length > 1) {
    const reason = 'Only one of page, before_seq and after_seq is allowed.';
    throw invalid(Object.fromEntries(given.map(([name]) => [path + name, [reason]])));
  }
  if (typeof before_seq === 'number') return { side: 'older', seq: before_seq };
  return typeof after_seq === 'number' ? { side: 'newer', seq: after_seq } : undefined;
}
