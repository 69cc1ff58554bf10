import { Injectable } from '@nestjs/common';
import { invalid, notPermitted } from '@parley/protocol';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';
import { isUUID } from 'class-validator';

import { cursorParts, cursorText } from '../../platform/collections/cursor-text.js';
import { Config } from '../../platform/config/config.js';
import type { ChannelPlace } from '../previews/room-previews.repository.js';
import { RoomPreviewsRepository } from '../previews/room-previews.repository.js';
import { RoomPolicy } from '../room.policy.js';

const DEFAULT_SIZE = 20;
const LARGEST_SIZE = 100;
const LONGEST_NAME = 64;
/** A name has at most 64 characters of up to six bytes in JSON, and base64 takes a third more. */
const LONGEST_CURSOR = 1_024;

class ChannelSearchRequest {
  /** The beginning of a name; all channels if omitted. */
  @Optional()
  @Text({ max: LONGEST_NAME })
  query?: string | null;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/** `channel.search`: returns public Channels, if the deployment has a directory of them (`CHANNEL_DIRECTORY`). */
@Injectable()
@ClientEvent({
  name: 'channel.search',
  summary: 'Returns a page of the public Channels, by the beginning of their names.',
  request: ChannelSearchRequest,
  cost: 5,
  stores: false,
  emits: ['channelsearch.dispatch'],
})
export class ChannelSearchEvent implements EventHandler<ChannelSearchRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly previews: RoomPreviewsRepository,
    private readonly config: Config,
  ) {}

  async handle({ query, limit, cursor }: ChannelSearchRequest, { actor }: EventContext): Promise<Answer> {
    if (!this.config.directory.channels) {
      throw notPermitted('This deployment has no directory of channels (CHANNEL_DIRECTORY).');
    }
    const { channels, end, truncated } = await this.previews.channels(this.policy.mayFollow(actor), {
      beginning: query ?? undefined,
      after: placeOf(cursor),
      limit: limit ?? DEFAULT_SIZE,
    });
    return {
      eventType: 'channelsearch.dispatch',
      data: { channels, next_cursor: end ? cursorText([end.place, end.id]) : null },
      ...(truncated && { meta: { truncated } }),
    };
  }
}

/** @throws Refusal 4003 if the cursor did not come with a page */
function placeOf(cursor: string | null | undefined): ChannelPlace | undefined {
  if (typeof cursor !== 'string') return undefined;
  const [place, id, ...others] = cursorParts(cursor) ?? [];
  const isPlace = typeof place === 'string' && !place.includes('\u0000') && isUUID(id, 'all') && others.length === 0;
  if (isPlace && cursorText([place, id]) === cursor) return { place, id: id as string };
  throw invalid({ cursor: ['Must be a next_cursor that came with a page of a search.'] });
}
