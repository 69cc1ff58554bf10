/** Who did it: a user, or whoever holds the command line of the deployment. */
export type AuditActor = 'operator' | { readonly userId: number };

/** Something that is to stand in the audit. Never what somebody wrote, a name of theirs, or a secret. */
export interface AuditedAct {
  /** As the command or the event is called: `users.deactivate`, `room.add_members`. */
  readonly action: string;
  readonly roomId?: string;
  /** To whom it was done. */
  readonly subjectId?: number;
  readonly details?: Readonly<Record<string, boolean | number | string | null | readonly string[]>>;
}

/** The same, done to several: an act for each. */
export const toEach = (subjectIds: readonly number[], act: AuditedAct): AuditedAct[] =>
  subjectIds.map((subjectId) => ({ ...act, subjectId }));

/** An entry as operators read it. */
export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  /** Null: an operator. */
  readonly actor: AuditedUser | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly subject: AuditedUser | null;
  readonly details: object;
}

/** Somebody as they are called now. */
export interface AuditedUser {
  readonly id: number;
  readonly username: string;
}

/** Which entries are asked for; undefined: whichever. */
export interface AuditFilter {
  readonly roomId?: string | undefined;
  /** Who did it, or had it done to them. */
  readonly userId?: number | undefined;
  readonly since?: Date | undefined;
  /** Entries at the most, the newest first. */
  readonly limit: number;
}
