import { Injectable } from '@nestjs/common';
import { invalid, notFound, notPermitted } from '@parley/protocol';
import type { InvitedRoom, ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';
import { isUUID } from 'class-validator';

import { cursorParts, cursorText } from '../../../platform/collections/cursor-text.js';
import { ChannelDirectorySettings } from './channel-directory.settings.js';
import { RoomPolicy } from '../room.policy.js';
import { RoomPreviewsRepository } from './room-previews.repository.js';
import type { ChannelPlace } from './room-previews.repository.js';

const DEFAULT_SIZE = 20;

export interface ChannelPageRequest {
  /** The beginning of a name; all channels if omitted. */
  readonly query: string | null | undefined;
  readonly limit: number | null | undefined;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether channels are missing in it because of their bytes. */
type ChannelPage = ServerEvent<'channelsearch.dispatch'>['data'] & { readonly truncated: boolean };

/** Rooms as users see them who may join them, or ask to join. */
@Injectable()
export class RoomPreviews {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly repository: RoomPreviewsRepository,
    private readonly settings: ChannelDirectorySettings,
  ) {}

  /**
   * A public Channel, or a GroupChat that takes join requests.
   * @throws Refusal 4004: other rooms cannot be distinguished from missing ones
   */
  async preview(actor: Actor, roomId: string): Promise<InvitedRoom> {
    const room = await this.repository.open(actor.user.id, roomId);
    const grant = room && this.policy.mayEnter('room.preview', actor, roomId, room);
    const preview = grant && (await this.repository.preview(grant));
    if (!preview) throw notFound('No such room.');
    return preview;
  }

  /**
   * A page of the public Channels, in the order of their names.
   * @throws Refusal 4002 if the deployment has no directory of them, 4003 for the cursor
   */
  async channels(actor: Actor, { query, limit, cursor }: ChannelPageRequest): Promise<ChannelPage> {
    if (!this.settings.enabled) {
      throw notPermitted('This deployment has no directory of channels (CHANNEL_DIRECTORY).');
    }
    const { channels, end, truncated } = await this.repository.channels(this.policy.mayFollow(actor), {
      beginning: query ?? undefined,
      after: placeOf(cursor),
      limit: limit ?? DEFAULT_SIZE,
    });
    return { channels, next_cursor: end ? cursorText([end.place, end.id]) : null, truncated };
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
