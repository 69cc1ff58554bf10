import type { DoNotDisturb, NotifyLevel } from '@parley/client/private-state';

/** The state that decides whether a message is announced to the user. */
export interface Occasion {
  /** The level for the room; null: as in all other rooms. */
  readonly roomLevel: NotifyLevel | null;
  readonly isMuted: boolean;
  /** The level for all rooms without one. */
  readonly userLevel: NotifyLevel;
  /** Whether the message mentions the user, or the whole room. */
  readonly isMention: boolean;
  readonly quietHours: DoNotDisturb | null;
}

/** Whether the user wants to know of a message at once. The rule is that of pushes (`docs/push.md`). */
export function wantsNotice({ roomLevel, isMuted, userLevel, isMention, quietHours }: Occasion, now: Date): boolean {
  const level = roomLevel ?? userLevel;
  if (isMuted || level === 'none' || (level === 'mentions' && !isMention)) return false;
  return quietHours === null || !isQuiet(quietHours, now);
}

function isQuiet({ from, to, timezone: timeZone }: DoNotDisturb, now: Date): boolean {
  const time = now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return from < to ? time >= from && time < to : time >= from || time < to;
}
