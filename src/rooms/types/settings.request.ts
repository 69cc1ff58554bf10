import { Optional, StrictObject, WebUrl } from '@parley/realtime/requests';

import type { RoomSettings } from '../rooms.repository.js';
import { MemberCap, Option, RoomDescription, RoomName, RoomProperty } from './room-fields.js';

/** What can be changed of rooms; each type says which of it, see {@link RoomType.settings}. */
export class SettingsRequest {
  @Optional({ nullable: false })
  @RoomName()
  name?: string;

  @RoomDescription()
  description?: string;

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

  @Optional({ nullable: false })
  @StrictObject(() => RoomProperty)
  property?: RoomProperty;
}

/** The settings as they are with what a request changes of them. */
export const settingsWith = (request: SettingsRequest, now: RoomSettings): RoomSettings => ({
  ...now,
  ...given({
    name: request.name,
    description: request.description,
    avatar: request.avatar,
    maxMembers: request.max_participants ?? request.max_subscribers,
    joinApprovalRequired: request.join_approval_required,
    groupLocked: request.group_locked,
    isPublic: request.is_public,
    preferences: request.property?.preferences,
  }),
});

const given = (settings: {
  readonly [Key in keyof RoomSettings]: RoomSettings[Key] | undefined;
}): Partial<RoomSettings> => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
