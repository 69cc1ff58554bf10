import { Choice, Optional, StrictObject, Text } from '@parley/realtime/requests';

import { ChoicesByExternalId, ExternalId, ExternalIds } from '../../../features/provisioning/external-id.js';
import { MOST_MEMBERS } from '../../../features/provisioning/rooms/product-room.js';
import type { NamedMembers, RoomState } from '../../../features/provisioning/rooms/product-room.js';
import type { Role } from '../../../features/rooms/membership/membership.js';
import {
  LONGEST_DESCRIPTION,
  RoomProperty,
  SharedSettingsRequest,
  SlowMode,
} from '../../../features/rooms/types/room-fields.js';
import { roomTypeNames } from '../../../features/rooms/types/room-types.js';

/**
 * What a room is to be: a field that is missing stays, null clears. A room has the settings of its type, as in
 * `room.modify`; a new GroupChat or Channel needs a `name`.
 */
export class ProductRoomRequest extends SharedSettingsRequest {
  /** Of a room that exists, its own. */
  @Choice(roomTypeNames)
  type!: string;

  @Optional()
  @Text({ max: LONGEST_DESCRIPTION })
  description?: string | null;

  /** Data of the product, replaced as a whole. */
  @Optional()
  @StrictObject(() => RoomProperty)
  property?: RoomProperty | null;

  /** The seconds that a member waits between two messages; 0 and null: none. */
  @Optional()
  @SlowMode()
  slow_mode_seconds?: number | null;

  /** All members, by their external ids; the creator is one of them without being named, and is never removed. */
  @Optional({ nullable: false })
  @ExternalIds({ most: MOST_MEMBERS })
  members?: string[];

  /** The external id of the creator of a new room; by default the user of the key. A room that exists keeps its own. */
  @Optional({ nullable: false })
  @ExternalId()
  created_by?: string;
}

const ROLES = ['admin', 'moderator', 'member'] as const satisfies readonly Role[];

/** At most 1,000 users in all. */
export class ProductMembersRequest {
  @Optional({ nullable: false })
  @ExternalIds({ most: MOST_MEMBERS })
  add?: string[];

  @Optional({ nullable: false })
  @ExternalIds({ most: MOST_MEMBERS })
  remove?: string[];

  /** The roles of members, also of those who are added: `admin` in a GroupChat, `moderator` in a Channel, and `member`. */
  @Optional({ nullable: false })
  @ChoicesByExternalId(ROLES, { most: MOST_MEMBERS })
  roles?: Record<string, (typeof ROLES)[number]>;
}

export const roomStateOf = (externalId: string, request: ProductRoomRequest): RoomState => ({
  externalId,
  type: request.type,
  settings: settingsOf(request),
  members: request.members,
  createdBy: request.created_by,
});

/** With each field, also one that a request does not name. */
type Named<Fields> = { readonly [Field in keyof Required<Fields>]?: Fields[Field] | undefined };

const settingsOf = (request: ProductRoomRequest): RoomState['settings'] =>
  Object.fromEntries(
    Object.entries({
      name: request.name,
      description: request.description === null ? '' : request.description,
      avatar: request.avatar,
      group_locked: request.group_locked,
      join_approval_required: request.join_approval_required,
      is_public: request.is_public,
      max_participants: request.max_participants,
      max_subscribers: request.max_subscribers,
      posting: request.posting,
      reactions: request.reactions,
      property: request.property === null ? { preferences: {} } : request.property,
      slow_mode_seconds: request.slow_mode_seconds === null ? 0 : request.slow_mode_seconds,
      message_ttl_seconds: request.message_ttl_seconds,
      max_message_length: request.max_message_length,
      media_allowed: request.media_allowed,
    } satisfies Named<RoomState['settings']>).filter(([, value]) => value !== undefined),
  );

export const namedMembersOf = ({ add = [], remove = [], roles = {} }: ProductMembersRequest): NamedMembers => ({
  add,
  remove,
  roles: new Map(Object.entries(roles)),
});
