/**
 * The rule of `level.ts` in SQL. A choice for a room is stored with the membership `s`, a row of `room_members`; the
 * level of the user `u`, a row of `users`, decides without it.
 */

/**
 * The level that the member `s` has chosen for the room, in SQL; null: none. A room that is muted for a time has none.
 */
export const roomLevel = (s: string): string =>
  `CASE WHEN ${s}.muted_until > now() THEN 'none' ELSE ${s}.notify_level END`;

/**
 * Whether a member is notified of a message at a level, in SQL.
 * @param mentions SQL of whether the message mentions the member, or the whole room
 */
export const isNotified = (level: string, mentions: string): string =>
  `(${level} = 'all' OR ${level} = 'mentions' AND ${mentions})`;

/** Whether the member `s` has muted the room, in SQL: until the end of the mute has been processed. */
export const isMuted = (s: string): string =>
  `(${s}.muted_until IS NOT NULL OR ${s}.notify_level IS NOT DISTINCT FROM 'none')`;
