import { Injectable } from '@nestjs/common';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPreviews } from '../previews/room-previews.js';

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
  constructor(private readonly previews: RoomPreviews) {}

  async handle({ query, limit, cursor }: ChannelSearchRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.previews.channels(actor, { query, limit, cursor });
    return { eventType: 'channelsearch.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
