export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly is_active: boolean;
  readonly created_at: string;
}

export interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly room_id: string | null;
  readonly seq: number | null;
  readonly state: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
}

/** How many deliveries a request has sent again. */
export interface ReplayedDeliveries {
  readonly replayed: number;
  /** For the next request; null: these are all. */
  readonly next_cursor: string | null;
}
