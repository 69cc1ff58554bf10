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

/** The events that a webhook can have. Without a choice it has all but the last one. */
export const WEBHOOK_EVENTS = [
  ...['message.created', 'message.updated', 'message.deleted', 'message.reaction', 'message.pin', 'message.poll'],
  ...['message.attachment', 'message.preview', 'members.added', 'members.removed'],
  ...['room.created', 'room.updated', 'room.deleted', 'push.requested'],
];
