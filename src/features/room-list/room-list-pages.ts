import { Injectable } from '@nestjs/common';
import type { RoomListEntry } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { RoomTypes } from '../rooms/types/room-types.js';
import { toMessage } from '../messages/message.view.js';
import { decoded, encoded } from './room-list.cursor.js';
import { RoomListRepository } from './room-list.repository.js';
import type { RoomListItem } from './room-list.repository.js';
import type { WantedRooms } from './room-places.repository.js';

export interface RoomListPageRequest extends Pick<WantedRooms, 'areArchived' | 'limit'> {
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

export interface ListedRooms {
  readonly rooms: readonly Restrictable<RoomListEntry>[];
  readonly next_cursor: string | null;
  /** Whether rooms are missing because of their bytes. */
  readonly truncated: boolean;
}

/** The rooms of a user, the one with the latest message first, page by page. */
@Injectable()
export class RoomListPages {
  constructor(
    private readonly repository: RoomListRepository,
    private readonly types: RoomTypes,
  ) {}

  /** @throws Refusal 4003 */
  async page(
    { user, rooms: within }: Actor,
    { areArchived, limit, cursor }: RoomListPageRequest,
  ): Promise<ListedRooms> {
    const after = decoded(cursor);
    const { rooms, next, truncated } = await this.repository.page(user.id, { areArchived, limit, after, within });
    return { rooms: rooms.map((item) => this.entry(item)), next_cursor: next ? encoded(next) : null, truncated };
  }

  private entry({ room, lastMessage, ...state }: RoomListItem): Restrictable<RoomListEntry> {
    return this.types.entry(room, { lastMessage: lastMessage && toMessage(lastMessage), ...state });
  }
}
