import { typed } from '../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../platform/database/statement.js';
import { jsonFromStored, textFromStored } from '../../platform/database/stored-text.js';
import type { Posting, ReactionMode } from './room.settings.js';
import { RULES_COLUMNS, rulesOf } from './rules/room-rules.js';
import type { RoomDraft } from './types/room-record.js';

/** The settings that the leaders of a room can change. */
export type RoomSettings = Omit<RoomDraft, 'type' | 'creatorId' | 'pairKey' | 'memberships'>;

/** The columns of the settings that a new room is given. It has no rules, which are the defaults of their columns. */
export const GIVEN_COLUMNS = {
  name: 'text',
  description: 'text',
  avatar: 'text | null',
  max_members: 'int4 | null',
  join_approval_required: 'bool',
  group_locked: 'bool',
  is_public: 'bool',
  posting: typed<Posting>('text'),
  reactions: typed<ReactionMode>('text'),
  preferences: 'json',
} as const satisfies Types;

/** The columns of {@link RoomSettings}. */
export const SETTINGS_COLUMNS = { ...GIVEN_COLUMNS, ...RULES_COLUMNS } as const satisfies Types;

/** The {@link SETTINGS_COLUMNS}, in SQL. */
export const settingsColumns = (table: string): string =>
  Object.keys(SETTINGS_COLUMNS)
    .map((column) => `${table}.${column}`)
    .join(', ');

export const settingsOf = (row: ValuesOf<typeof SETTINGS_COLUMNS>): RoomSettings => ({
  name: textFromStored(row.name),
  description: textFromStored(row.description),
  avatar: row.avatar,
  maxMembers: row.max_members,
  joinApprovalRequired: row.join_approval_required,
  groupLocked: row.group_locked,
  isPublic: row.is_public,
  posting: row.posting,
  reactions: row.reactions,
  preferences: jsonFromStored(row.preferences) as RoomSettings['preferences'],
  ...rulesOf(row),
});
