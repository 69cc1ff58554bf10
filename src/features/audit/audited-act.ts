import type { Actor, ActorClient } from '@parley/realtime/requests';

/** A user, or a program with an API key for the user. */
export interface ActingUser {
  readonly userId: number;
  readonly apiKeyId?: string | undefined;
  readonly client?: ActorClient | undefined;
}

/** A program with an API key that has no user. */
export interface ActingKey {
  readonly userId?: undefined;
  readonly apiKeyId: string;
  readonly client?: undefined;
}

/**
 * The actor of an audited action: a user, a program without a user, an operator by a command, or an unknown person, as in
 * an attempt to log in.
 */
export type AuditActor = 'operator' | 'unknown' | ActingUser | ActingKey;

export const actingUser = ({ user, apiKey, client }: Actor): ActingUser => ({
  userId: user.id,
  apiKeyId: apiKey?.id,
  client,
});

/** The id of the user who acts; undefined: there is none. */
export const actingUserId = (actor: AuditActor): number | undefined =>
  typeof actor === 'string' ? undefined : actor.userId;

/** The first part of the actions of unknown persons. */
const OF_UNKNOWN = 'log_in.';

/** An action for the audit log. Never contains a text or a name of a user, or a secret. */
export interface AuditedAct {
  /** The name of the command or the event: `users.deactivate`, `room.add_members`. */
  readonly action: string;
  readonly roomId?: string;
  /** The user that the action was done to. */
  readonly subjectId?: number;
  readonly details?: Readonly<Record<string, boolean | number | string | null | readonly string[] | readonly number[]>>;
}

/** The same action done to several users: one entry for each. */
export const toEach = (subjectIds: readonly number[], act: AuditedAct): AuditedAct[] =>
  subjectIds.map((subjectId) => ({ ...act, subjectId }));

/** An entry as operators see it. */
export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  /** Null: an operator, a program without a user, or an unknown person ({@link isByOperator}). */
  readonly actor: AuditedUser | null;
  /** The API key with which a program acted for the user; null: there was none. */
  readonly key: AuditedKey | null;
  /** From where the actor did it; null: by a command, or it is not known any more. */
  readonly origin: AuditOrigin | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly subject: AuditedUser | null;
  readonly details: object;
}

/** Whether an operator did it. */
export const isByOperator = ({ actor, key, action }: AuditEntry): boolean =>
  actor === null && key === null && !action.startsWith(OF_UNKNOWN);

/** The address of the actor, of IPv6 the network, and the id of the log-in. */
export interface AuditOrigin {
  readonly address: string;
  readonly session_id: string | null;
}

/** A user with the current name. */
export interface AuditedUser {
  readonly id: number;
  readonly username: string;
}

/** An API key. The name is null if the key was removed, as with its user. */
export interface AuditedKey {
  readonly id: string;
  readonly name: string | null;
}

/** Selects entries; an undefined field does not restrict them. */
export interface AuditFilter {
  readonly roomId?: string | undefined;
  /** The actor or the subject. */
  readonly userId?: number | undefined;
  /** The id of an API key. */
  readonly keyId?: string | undefined;
  /** The name of an action, or the beginning of names, which ends with a dot. */
  readonly action?: string | undefined;
  readonly since?: Date | undefined;
  /** The last moment. */
  readonly until?: Date | undefined;
}

/** The form of {@link AuditFilter.action}. */
export const AUDIT_ACTION = /^[a-z_]+(\.[a-z_]+)*\.?$/;
