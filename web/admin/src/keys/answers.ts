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
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}
