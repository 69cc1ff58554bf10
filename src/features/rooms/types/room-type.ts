import type { Room as WireRoom, RoomListEntry, RoomWithoutMembers } from '@parley/protocol';
import type { RequestClass } from '@parley/realtime/requests';
import type { Restrictable } from '@parley/realtime/restricted-part';

import type { Role, RoomTypeName } from '../membership/membership.js';
import type { NewRoomSettings } from '../room.settings.js';
import type { SettingsRequest } from './room-fields.js';
import type { Conversation, ListedRoom, RoomDraft, RoomRecord } from './room-record.js';

/**
 * The behaviour of one type of room. A new type is one new file beside this one and a name in room-types.ts;
 * no other code depends on the type of a room.
 */
export abstract class RoomType<Request extends object = object> {
  abstract readonly name: RoomTypeName;
  /** The request of `room.create` for this type. */
  abstract readonly request: RequestClass<Request>;
  /** The role of its leaders; null: it has none. */
  abstract readonly leader: Exclude<Role, 'member'> | null;
  abstract readonly permissions: readonly string[];
  /** The settings that `room.modify` can change. */
  abstract readonly settings: readonly (keyof SettingsRequest)[];

  /** Whether a user who deletes the room deletes it for themselves, and the last one for all. */
  readonly isDeletedByEach: boolean = false;

  /**
   * @param defaults of what the request does not say
   * @throws Refusal 4003 if the request breaks a rule of the type
   */
  abstract draft(request: Request, creatorId: number, defaults: NewRoomSettings): RoomDraft;

  abstract view(room: RoomRecord): WireRoom;

  /** Reads nothing of the members but the creator, who is the first. */
  abstract withoutMembers(room: RoomRecord): RoomWithoutMembers;

  abstract entry(room: ListedRoom, conversation: Conversation): Restrictable<RoomListEntry>;
}
