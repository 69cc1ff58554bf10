import type { NotifyLevel } from '@parley/protocol';

export const NOTIFY_LEVELS = ['all', 'mentions', 'none'] as const satisfies readonly NotifyLevel[];

/** The state of a member of a room that decides about the notification of a message. */
export interface NotifiedMember {
  /** The level for the room, `none` while it is muted; null: the member has chosen none. */
  readonly roomLevel: NotifyLevel | null;
  /** The level for all other rooms; null: the member has chosen none. */
  readonly userLevel: NotifyLevel | null;
}

const DEFAULT_LEVEL: NotifyLevel = 'all';

/**
 * The level for the room decides; without one, the level of the user. `level-sql.ts` has the same rule for statements.
 */
export const levelOf = ({ roomLevel, userLevel }: NotifiedMember): NotifyLevel =>
  roomLevel ?? userLevel ?? DEFAULT_LEVEL;

/**
 * Whether a member is notified of a message at a level.
 * @param isMention whether the message mentions the member, or the whole room
 */
export const isNotified = (level: NotifyLevel, isMention: boolean): boolean =>
  level === 'all' || (level === 'mentions' && isMention);
