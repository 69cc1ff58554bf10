/** A webhook as operators see it: without its secret. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly is_active: boolean;
  readonly created_at: string;
}

export type DeliveryState = 'pending' | 'delivered' | 'dead';
export const DELIVERY_STATES: readonly DeliveryState[] = ['pending', 'delivered', 'dead'];

/** A delivery as operators see it: without its data. */
export interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly room_id: string | null;
  readonly seq: number | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Null if no attempt is scheduled. */
  readonly next_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
}

/** Returns a URL without its query, which may be a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
