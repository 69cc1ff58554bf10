import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { StrictObject } from '@parley/realtime/requests';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';

import { Moderation } from '../../moderation/moderation.service.js';
import { textsOfJson } from '../../moderation/shown-texts.js';
import type { Permitted } from '../../moderation/shown-texts.js';
import type { AuditedAct } from '../../audit/audited-act.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { Timers } from '../../../platform/timers/timers.js';
import { avatarFault, Avatars } from '../../uploads/claims/avatars.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import { MembershipCache } from '../membership/membership-cache.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { roomUpdated } from '../room.frames.js';
import { roomAvatar, RoomPolicy } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import type { RoomSettings } from '../room.view.js';
import { messageExpiry } from '../rules/room-rules.js';
import { checkPreferences, SettingsRequest } from '../types/room-fields.js';
import { RoomTypes } from '../types/room-types.js';
import { Modification, RoomModifyRequest } from './modification.js';

class UpdateRequest extends RoomModifyRequest {
  @StrictObject(() => SettingsRequest)
  data!: SettingsRequest;
}

const SHOWN = ['data.name', 'data.description'];

/** `update`: changes the settings that the type of the room has. */
@Injectable()
export class UpdateSettings extends Modification {
  static readonly requests = { update: UpdateRequest };

  constructor(
    private readonly policy: RoomPolicy,
    private readonly types: RoomTypes,
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
    private readonly avatars: Avatars,
    private readonly timers: Timers,
    private readonly moderation: Moderation,
    private readonly memberships: MembershipCache,
    private readonly log: RoomLog,
    private readonly limits: Limits,
  ) {
    super();
  }

  override async prepare(actor: Actor, request: UpdateRequest): Promise<Permitted<UpdateRequest>> {
    const id = request.room_id.toLowerCase();
    const { type } = (await this.memberships.find(actor.user, id)).room;
    const place = { action: 'room', room: { id, type }, sender: actor.user } as const;
    return this.moderation.permit(place, request, {
      paths: SHOWN,
      fixed: [request.data.avatar ?? '', ...textsOfJson(request.data.property?.preferences)],
    });
  }

  override async modify(
    change: RoomChange,
    request: Permitted<UpdateRequest>,
    origin: RequestOrigin,
  ): Promise<Answer | undefined> {
    const { data } = request;
    const { work, roomId, room, membership } = change;
    const grant = this.policy.mayChange('room.update', membership);
    this.check(change, data);
    const avatar = await this.avatars.replace(work.manager, roomAvatar(grant), room.avatar, data);
    const settings = { ...settingsWith(request, settingsOf(room)), ...(avatar !== undefined && { avatar }) };
    if (isDeepStrictEqual(settings, settingsOf(room))) {
      return roomUpdated(await this.directory.roomWithoutMembers(work, roomId), undefined);
    }
    await this.checkCap(change, settings);
    const access = MESSAGE_SETTINGS.some((key) => settings[key] !== room[key]);
    const audited = [{ action: 'room.update', details: auditedSettings(settings, room) }];
    const changeRecord = toChangeRecord(roomChangeTypes.updated, { roles: false });
    const { seq, notice } = await change.takeNumberWithNotice(
      { room: true, access, changeRecord, audited },
      settings.name === room.name ? undefined : { kind: 'renamed', users: [], name: settings.name },
    );
    await this.rooms.update(work.manager, grant, settings);
    // The timer finds out itself when the first message expires.
    if (settings.messageTtlSeconds !== room.messageTtlSeconds) {
      await this.timers.set(work, { ...messageExpiry(roomId), dueAt: new Date(0) });
    }
    const updated = await this.directory.roomWithoutMembers(work, roomId);
    const frame = roomUpdated(updated, seq, notice);
    await this.log.append(work, { roomId, seq, frame }, origin);
    return undefined;
  }

  private check({ room }: RoomChange, data: SettingsRequest): void {
    const given = Object.entries(data).flatMap(([key, value]) => (value === undefined ? [] : [key]));
    if (given.length === 0) throw invalid({ data: ['Must name at least one setting.'] });
    const known: readonly string[] = this.types.named(room.type).settings;
    const unknown = given.filter((key) => !known.includes(key));
    if (unknown.length > 0) {
      throw invalid(Object.fromEntries(unknown.map((key) => [`data.${key}`, [`A ${room.type} has no such setting.`]])));
    }
    const fault = avatarFault(data);
    if (fault !== undefined) throw invalid({ 'data.avatar': [fault] });
    const { preferences } = data.property ?? {};
    if (preferences) checkPreferences(preferences, 'data.property.preferences', this.limits.jsonBytes);
  }

  private async checkCap({ work, roomId, room }: RoomChange, { maxMembers }: RoomSettings): Promise<void> {
    if (maxMembers === room.maxMembers || maxMembers === null) return;
    const members = await this.members.count(work.manager, roomId);
    if (members > maxMembers) throw invalid({ data: [`The room has ${String(members)} members already.`] });
  }
}

/** Without what else is known of the room. */
export const settingsOf = (room: RoomSettings): RoomSettings => ({
  name: room.name,
  description: room.description,
  avatar: room.avatar,
  maxMembers: room.maxMembers,
  joinApprovalRequired: room.joinApprovalRequired,
  groupLocked: room.groupLocked,
  isPublic: room.isPublic,
  posting: room.posting,
  reactions: room.reactions,
  preferences: room.preferences,
  slowModeSeconds: room.slowModeSeconds,
  messageTtlSeconds: room.messageTtlSeconds,
  maxMessageLength: room.maxMessageLength,
  mediaAllowed: room.mediaAllowed,
});

/** The present settings with the changes of a request, whose texts were checked, as the present ones were. */
const settingsWith = ({ data: request }: Permitted<UpdateRequest>, now: RoomSettings): Permitted<RoomSettings> =>
  ({
    ...now,
    ...given({
      name: request.name,
      description: request.description,
      avatar: request.avatar,
      maxMembers: request.max_participants ?? request.max_subscribers,
      joinApprovalRequired: request.join_approval_required,
      groupLocked: request.group_locked,
      isPublic: request.is_public,
      posting: request.posting,
      reactions: request.reactions,
      preferences: request.property?.preferences,
      slowModeSeconds: request.slow_mode_seconds,
      messageTtlSeconds: request.message_ttl_seconds,
      maxMessageLength: request.max_message_length,
      mediaAllowed: request.media_allowed,
    }),
  }) as Permitted<RoomSettings>;

const given = (settings: {
  readonly [Key in keyof RoomSettings]: RoomSettings[Key] | undefined;
}): Partial<RoomSettings> => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

const SWITCHES = {
  maxMembers: 'max_members',
  joinApprovalRequired: 'join_approval_required',
  groupLocked: 'group_locked',
  isPublic: 'is_public',
  posting: 'posting',
  reactions: 'reactions',
  slowModeSeconds: 'slow_mode_seconds',
  messageTtlSeconds: 'message_ttl_seconds',
  maxMessageLength: 'max_message_length',
  mediaAllowed: 'media_allowed',
} as const;
/** The settings that grants of sends depend on. */
const MESSAGE_SETTINGS = ['groupLocked', 'posting', 'slowModeSeconds', 'maxMessageLength', 'mediaAllowed'] as const;
const TEXTS = ['name', 'description', 'avatar', 'preferences'] as const;

/** The audit details of new settings: new values of booleans and numbers, only names of changed texts. */
function auditedSettings(now: RoomSettings, before: RoomSettings): NonNullable<AuditedAct['details']> {
  const switches = (Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]).filter((key) => now[key] !== before[key]);
  const changed = TEXTS.filter((key) => !isDeepStrictEqual(now[key], before[key]));
  return {
    ...Object.fromEntries(switches.map((key) => [SWITCHES[key], now[key]])),
    ...(changed.length > 0 ? { changed } : {}),
  };
}
