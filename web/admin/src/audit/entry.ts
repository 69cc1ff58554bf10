interface AuditedUser {
  readonly id: number;
  readonly username: string;
}

/** An entry of the audit log. */
export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly actor: AuditedUser | null;
  readonly key: { readonly id: string; readonly name: string | null } | null;
  readonly origin: { readonly address: string; readonly session_id: string | null } | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly subject: AuditedUser | null;
  readonly details: Readonly<Record<string, unknown>>;
}
