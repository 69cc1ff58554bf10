interface AuditedUser {
  readonly id: number;
  readonly username: string;
}

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly actor: AuditedUser | null;
  readonly key: { readonly id: string; readonly name: string | null } | null;
  readonly origin: { readonly address: string; readonly session_id: string | null } | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly subject: AuditedUser | null;
  readonly details: object;
}

/** The result of a verification of a part of the chain. */
export interface AuditVerificationPart {
  /** The number of entries up to the end of this part whose seals hold. */
  readonly verified: number;
  readonly broken: { readonly entry_id: number } | null;
  /** Null: this is the end of the chain, or it is broken. */
  readonly next_cursor: string | null;
}
