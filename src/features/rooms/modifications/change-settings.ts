import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Refusal, User } from '@parley/protocol';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { Permitted } from '../../moderation/shown-texts.js';
import type { AuditedAct } from '../../audit/audited-act.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { Timers } from '../../../platform/timers/timers.js';
import { avatarFault, Avatars } from '../../uploads/claims/avatars.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import type { Membership } from '../membership/membership.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { roomUpdated } from '../room.frames.js';
import { roomAvatar } from '../room.policy.js';
import type { RoomGrant } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import type { RoomSettings } from '../room.view.js';
import { messageExpiry } from '../rules/room-rules.js';
import { checkPreferences } from '../types/room-fields.js';
import type { SettingsRequest } from '../types/room-fields.js';
import { RoomTypes } from '../types/room-types.js';

/** New settings of a room. */
export interface SettingsChange {
  readonly grant: RoomGrant<'room.update'>;
  readonly data: Permitted<SettingsRequest>;
  /** What errors write before the name of a setting. */
  readonly path: 'data.' | '';
  /** For a maximum below the number of members. */
  readonly refuse: (reason: string) => Refusal;
  /** Whom a notice names as its actor if an authority makes the change. */
  readonly actor?: User | undefined;
  /** Receives the dispatch as its answer. Undefined: the request has an answer of its own. */
  readonly origin: RequestOrigin | undefined;
}

/** Changes the settings that the type of a locked room has, whoever asks for it. */
@Injectable()
export class ChangeSettings {
  constructor(
    private readonly types: RoomTypes,
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
    private readonly avatars: Avatars,
    private readonly timers: Timers,
    private readonly log: RoomLog,
    private readonly limits: Limits,
  ) {}

  /**
   * @returns false if the room has these settings already
   * @throws Refusal 4003 for settings that its type does not have, or that are too long
   */
  async change(change: RoomChange<Membership | undefined>, request: SettingsChange): Promise<boolean> {
    const { grant, data, actor, origin } = request;
    const { work, roomId, room } = change;
    this.check(room.type, request);
    const avatar = await this.avatars.replace(work.manager, roomAvatar(grant), room.avatar, data);
    const settings = { ...settingsWith(data, settingsOf(room)), ...(avatar !== undefined && { avatar }) };
    if (isDeepStrictEqual(settings, settingsOf(room))) return false;
    await this.checkCap(change, settings, request);
    const access = MESSAGE_SETTINGS.some((key) => settings[key] !== room[key]);
    const audited = [{ action: 'room.update', details: auditedSettings(settings, room) }];
    const changeRecord = toChangeRecord(roomChangeTypes.updated, { roles: false });
    const { seq, notice } = await change.takeNumberWithNotice(
      { room: true, access, changeRecord, audited },
      settings.name === room.name ? undefined : { kind: 'renamed', users: [], name: settings.name, actor },
    );
    await this.rooms.update(work.manager, grant, settings);
    // The timer finds out itself when the first message expires.
    if (settings.messageTtlSeconds !== room.messageTtlSeconds) {
      await this.timers.set(work, { ...messageExpiry(roomId), dueAt: new Date(0) });
    }
    const updated = await this.directory.roomWithoutMembers(work, roomId);
    await this.log.append(work, { roomId, seq, frame: roomUpdated(updated, seq, notice) }, origin);
    return true;
  }

  /**
   * Whether these settings are those of a type of room, and valid.
   * @throws Refusal 4003
   */
  check(type: string, { data, path }: Pick<SettingsChange, 'path'> & { readonly data: SettingsRequest }): void {
    const known: readonly string[] = this.types.named(type).settings;
    const unknown = namesIn(data).filter((key) => !known.includes(key));
    if (unknown.length > 0) {
      throw invalid(Object.fromEntries(unknown.map((key) => [`${path}${key}`, [`A ${type} has no such setting.`]])));
    }
    const fault = avatarFault(data);
    if (fault !== undefined) throw invalid({ [`${path}avatar`]: [fault] });
    const { preferences } = data.property ?? {};
    if (preferences) checkPreferences(preferences, `${path}property.preferences`, this.limits.jsonBytes);
  }

  private async checkCap(
    { work, roomId, room }: RoomChange<Membership | undefined>,
    { maxMembers }: RoomSettings,
    { refuse }: SettingsChange,
  ): Promise<void> {
    if (maxMembers === room.maxMembers || maxMembers === null) return;
    const members = await this.members.count(work.manager, roomId);
    if (members > maxMembers) throw refuse(`The room has ${String(members)} members already.`);
  }
}

/** The settings that a request names. */
export const namesIn = (data: SettingsRequest): string[] =>
  Object.entries(data).flatMap(([key, value]) => (value === undefined ? [] : [key]));

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
const settingsWith = (request: Permitted<SettingsRequest>, now: RoomSettings): Permitted<RoomSettings> =>
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
