import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import type { TimerId } from '../../../platform/timers/timers.repository.js';

/** The rules for the messages of all members, which the leaders of a room set. */
export interface RoomRules {
  /** The seconds that a member waits between two messages; 0: none. Leaders do not wait. */
  readonly slowModeSeconds: number;
  /** The seconds after which a message is deleted, of those sent from then on; null: they are kept. */
  readonly messageTtlSeconds: number | null;
  /** The most code points of a text; null: as many as the deployment permits. */
  readonly maxMessageLength: number | null;
  /** Whether messages may have attachments. */
  readonly mediaAllowed: boolean;
}

/** The rules of a new room. */
export const NO_RULES: RoomRules = {
  slowModeSeconds: 0,
  messageTtlSeconds: null,
  maxMessageLength: null,
  mediaAllowed: true,
};

export const RULES_COLUMNS = {
  slow_mode_seconds: 'int4',
  message_ttl_seconds: 'int4 | null',
  max_message_length: 'int4 | null',
  media_allowed: 'bool',
} as const satisfies Types;

export type RulesRow = ValuesOf<typeof RULES_COLUMNS>;

export const rulesOf = (row: RulesRow): RoomRules => ({
  slowModeSeconds: row.slow_mode_seconds,
  messageTtlSeconds: row.message_ttl_seconds,
  maxMessageLength: row.max_message_length,
  mediaAllowed: row.media_allowed,
});

/** The rules as fields of a room on the wire, which have the names of the columns. */
export const wireRules = (rules: RoomRules): RulesRow => ({
  slow_mode_seconds: rules.slowModeSeconds,
  message_ttl_seconds: rules.messageTtlSeconds,
  max_message_length: rules.maxMessageLength,
  media_allowed: rules.mediaAllowed,
});

/** The kind of the timers that delete messages whose lifetime is over. */
export const MESSAGE_EXPIRY = 'message_expiry';

/** The timer of a room. It is set while messages of the room have a lifetime, or get one when they are sent. */
export const messageExpiry = (roomId: string): TimerId => ({ kind: MESSAGE_EXPIRY, key: roomId });
