import { applyDecorators } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Preferences, User } from '@parley/protocol';
import {
  Bool,
  Choice,
  Id,
  Integer,
  JsonObject,
  Name,
  Optional,
  StrictObject,
  Text,
  UserIds,
  WebUrl,
} from '@parley/realtime/requests';

import { LARGEST_ROOM, POSTING, REACTION_MODES } from '../room.settings.js';
import type { Posting, ReactionMode } from '../room.settings.js';
import type { Role } from '../membership/membership.js';
import type { NewMembership, RoomMemberView } from './room-record.js';

const LONGEST_SLOW_MODE = 21_600;
/** A minute, so that the timers of rooms in which nobody writes cost little. */
const SHORTEST_TTL = 60;
/** Ten years. */
const LONGEST_TTL = 315_360_000;
const LONGEST_MESSAGE = 1_000_000;

export class RoomCreateRequest {
  @Text({ min: 1, max: 20 })
  type!: string;
}

/** In characters. */
export const LONGEST_ROOM_NAME = 64;

export const LONGEST_DESCRIPTION = 2_000;

export const RoomName = (): PropertyDecorator => Name({ max: LONGEST_ROOM_NAME });

export const RoomDescription = (): PropertyDecorator =>
  applyDecorators(Optional({ nullable: false }), Text({ max: LONGEST_DESCRIPTION }));

/** The maximum number of members. */
export const MemberCap = (): PropertyDecorator =>
  applyDecorators(Optional({ nullable: false }), Integer({ min: 1, max: LARGEST_ROOM }));

/** Seconds that a member waits between two messages. */
export const SlowMode = (): PropertyDecorator => Integer({ min: 0, max: LONGEST_SLOW_MODE });

/** Seconds after which a message is deleted. */
const MessageLifetime = (): PropertyDecorator => Integer({ min: SHORTEST_TTL, max: LONGEST_TTL });

/** The most characters of a message. */
const MessageLength = (): PropertyDecorator => Integer({ min: 1, max: LONGEST_MESSAGE });

/** A boolean, false by default. */
export const Option = (): PropertyDecorator => applyDecorators(Optional({ nullable: false }), Bool());

export const FirstMembers = (): PropertyDecorator =>
  applyDecorators(Optional({ nullable: false }), UserIds({ most: LARGEST_ROOM }));

/** @throws Refusal 4003 if they are longer than the deployment allows */
export function checkPreferences(preferences: Preferences, field: string, mostBytes: number): void {
  if (Buffer.byteLength(JSON.stringify(preferences)) <= mostBytes) return;
  throw invalid({ [field]: [`Must be at most ${String(mostBytes)} bytes as JSON.`] });
}

export class RoomProperty {
  @Optional({ nullable: false })
  @JsonObject()
  preferences?: Preferences;
}

/** The settings that a user and the backend of a product name alike. */
export class SharedSettingsRequest {
  @Optional({ nullable: false })
  @RoomName()
  name?: string;

  @Optional()
  @WebUrl()
  avatar?: string | null;

  @Option()
  group_locked?: boolean;

  @Option()
  join_approval_required?: boolean;

  @Option()
  is_public?: boolean;

  @MemberCap()
  max_participants?: number;

  @MemberCap()
  max_subscribers?: number;

  /** Who may write in a Channel: `everyone` or `moderators`. */
  @Optional({ nullable: false })
  @Choice(POSTING)
  posting?: Posting;

  /** How many reactions to a message a member may have: `one` or `many`. */
  @Optional({ nullable: false })
  @Choice(REACTION_MODES)
  reactions?: ReactionMode;

  /** The seconds after which a message is deleted; null: messages are kept. */
  @Optional()
  @MessageLifetime()
  message_ttl_seconds?: number | null;

  /** The most characters of a message; null: as many as the deployment permits. */
  @Optional()
  @MessageLength()
  max_message_length?: number | null;

  /** Whether messages may have attachments. */
  @Option()
  media_allowed?: boolean;
}

/** The settings that can be changed; {@link RoomType.settings} lists those of each type. */
export class SettingsRequest extends SharedSettingsRequest {
  @RoomDescription()
  description?: string;

  /** An upload of the kind `room_avatar` for this room, in place of `avatar`. */
  @Optional({ nullable: false })
  @Id()
  avatar_upload_id?: string;

  @Optional({ nullable: false })
  @StrictObject(() => RoomProperty)
  property?: RoomProperty;

  /** The seconds that a member waits between two messages; 0: none. */
  @Optional({ nullable: false })
  @SlowMode()
  slow_mode_seconds?: number;
}

/** The settings that are rules for messages. */
export const RULES = ['slow_mode_seconds', 'message_ttl_seconds', 'max_message_length', 'media_allowed'] as const;

/** Of a new room. */
export const preferencesOf = ({ property }: { readonly property?: RoomProperty }): Preferences =>
  property?.preferences ?? {};

/**
 * The first memberships of a room: one for its creator, who need not be named, and one for each other user.
 * @param field of the request that names the others
 * @throws Refusal 4003 if there are more than the room may have
 */
export function firstMemberships(
  creator: NewMembership,
  others: readonly number[],
  { field, most }: { field: string; most: number },
): NewMembership[] {
  const members = new Set(others);
  members.delete(creator.userId);
  if (members.size + 1 > most) throw invalid({ [field]: [`The room may have at most ${String(most)} members.`] });
  return [creator, ...[...members].map((userId): NewMembership => ({ userId, role: 'member' }))];
}

export const usersOf = (members: readonly RoomMemberView[], role?: Role): User[] =>
  members.filter((member) => role === undefined || member.role === role).map(({ user }) => user);
