import type { RestrictionKind } from '@parley/protocol';
import { Choice, Integer, Moment, Optional, Text } from '@parley/realtime/requests';

import { MAX_REASON } from '../../../features/rooms/administration/room-administration.service.js';
import type { RoomTypeName } from '../../../features/rooms/membership/membership.js';
import { LONGEST_REASON } from '../../../features/rooms/restrictions/room-restriction.entity.js';
import { RoomName } from '../../../features/rooms/types/room-fields.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';
import { PageRequest } from '../access/page-request.js';

const ROOM_TYPES: readonly RoomTypeName[] = ['OneToOneChat', 'GroupChat', 'Channel'];
const LONGEST_QUERY = 255;
const MOST_DAYS = 36_500;

/** Selects rooms for a page of the list. */
export class RoomPageRequest extends PageRequest {
  /** The id of a room, or the beginning of the name of a GroupChat or Channel. */
  @Optional()
  @Text({ min: 1, max: LONGEST_QUERY })
  query?: string | null;

  @Optional()
  @Choice(ROOM_TYPES)
  type?: RoomTypeName | null;
}

export class HoldRequest {
  /** A note, such as the number of a case. */
  @Optional()
  @Text({ min: 1, max: MAX_REASON })
  reason?: string | null;
}

export class RetentionRequest {
  /** 0: permanently; null: as long as in other rooms of its type. */
  @Optional()
  @Integer({ min: 0, max: MOST_DAYS })
  days?: number | null;
}

export class RoomNameRequest {
  @RoomName()
  name!: string;
}

export class RoomUserRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username!: string;
}

export class MemberRestrictionRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username!: string;

  /** `none` lifts the restriction. */
  @Choice(['mute', 'ban', 'none'])
  kind!: RestrictionKind | 'none';

  /** In the future. Without it the restriction has no end. */
  @Optional()
  @Moment()
  until?: string | null;

  /** For the leaders of the room and the user. */
  @Optional()
  @Text({ min: 1, max: LONGEST_REASON })
  reason?: string | null;
}
