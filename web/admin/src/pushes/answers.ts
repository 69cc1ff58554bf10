/** A push, without the content of its message. */
export interface Push {
  readonly id: number;
  readonly at: string;
  readonly username: string | null;
  /** The number of members that it stands for. */
  readonly members: number;
  readonly room_id: string;
  readonly seq: number;
  readonly host: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly status: number | null;
  readonly attempts: number;
}

export interface TestedSubscription {
  readonly subscription_id: string;
  readonly host: string;
  readonly outcome: string;
  /** Of the push service. */
  readonly status: number | null;
}
