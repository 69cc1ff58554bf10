/** An API key of a program. The key itself is not stored. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  /** Null: it acts for the user that a request names. */
  readonly username: string | null;
  /** The only users that a request may name; null: all. */
  readonly only: readonly string[] | null;
  /** The administrator who made it; null: an operator did. */
  readonly created_by: string | null;
  /** Whether it is not valid because the administrator who made it is none any more. */
  readonly is_stopped: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}
