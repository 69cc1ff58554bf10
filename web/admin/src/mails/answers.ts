/** A mail, without what it says. */
export interface Mail {
  readonly id: string;
  readonly kind: string;
  readonly username: string | null;
  readonly address: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly created_at: string;
  readonly due_at: string | null;
}

export interface TestedMail {
  readonly outcome: string;
  /** In the words of the SMTP server; null: it took the mail. */
  readonly error: string | null;
}
