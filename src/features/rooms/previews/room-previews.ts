import { Injectable } from '@nestjs/common';
import { notFound, notPermitted } from '@parley/protocol';
import type { InvitedRoom, ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { ChannelDirectorySettings } from '../room.settings.js';
import { cursorOf, isText, isUuid } from '../../../platform/pages/cursor.js';
import { RoomPolicy } from '../room.policy.js';
import { RoomPreviewsRepository } from './room-previews.repository.js';
import type { ChannelPlace } from './room-previews.repository.js';

const DEFAULT_SIZE = 20;

const CURSOR = cursorOf<ChannelPlace>(
  { place: isText, id: isUuid },
  { cursor: 'Must be a next_cursor that came with a page of a search.' },
);

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
    const grant = room && (await this.policy.mayPreview(actor, roomId, room));
    const preview = grant && (await this.repository.preview(grant));
    if (!preview) throw notFound('No such room.');
    return preview;
  }

  /**
   * A page of the public Channels, in the order of their names.
   * @throws Refusal 4004 for a guest, 4002 if the deployment has no directory of them, 4003 for the cursor
   */
  async channels(actor: Actor, { query, limit, cursor }: ChannelPageRequest): Promise<ChannelPage> {
    const grant = this.policy.mayListChannels(actor);
    if (!this.settings.enabled) {
      throw notPermitted('This deployment has no directory of channels (CHANNEL_DIRECTORY).');
    }
    const { channels, end, truncated } = await this.repository.channels(grant, {
      beginning: query ?? undefined,
      after: CURSOR.decode(cursor),
      limit: limit ?? DEFAULT_SIZE,
    });
    return { channels, next_cursor: CURSOR.next(end), truncated };
  }
}
