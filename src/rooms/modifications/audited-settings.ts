import { isDeepStrictEqual } from 'node:util';

import type { AuditedAct } from '../../audit/index.js';
import type { RoomSettings } from '../rooms.repository.js';

const SWITCHES = {
  maxMembers: 'max_members',
  joinApprovalRequired: 'join_approval_required',
  groupLocked: 'group_locked',
  isPublic: 'is_public',
} as const;
const TEXTS = ['name', 'description', 'avatar', 'preferences'] as const;

/** The audit details of new settings: new values of booleans and the member limit, only names of changed texts. */
export function auditedSettings(now: RoomSettings, before: RoomSettings): NonNullable<AuditedAct['details']> {
  const switches = (Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]).filter((key) => now[key] !== before[key]);
  const changed = TEXTS.filter((key) => !isDeepStrictEqual(now[key], before[key]));
  return {
    ...Object.fromEntries(switches.map((key) => [SWITCHES[key], now[key]])),
    ...(changed.length > 0 ? { changed } : {}),
  };
}
