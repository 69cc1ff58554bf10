import { Optional, StrictObject, WebUrl } from '@parley/realtime/requests';

import type { RoomSettings } from '../rooms.repository.js';
import { MemberCap, Option, RoomDescription, RoomName, RoomProperty } from './room-fields.js';

/** The settings that can be changed; {@link RoomType.settings} lists those of each type. */
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

/** The present settings with the changes of a request. */
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
