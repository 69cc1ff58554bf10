import type { ScheduleCancel, ScheduledMessage, SchedulePage, ServerFrame } from '@parley/protocol';

interface Body {
  readonly content: string;
  readonly extra_fields?: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly send_at: string;
}

/** The events of scheduled messages, with their answers. */
export interface ScheduleEvents {
  'message.schedule': {
    readonly data: Body & { readonly room_id: string; readonly client_message_id?: string };
    readonly answer: ServerFrame<ScheduledMessage>;
  };
  'schedule.update': {
    readonly data: Partial<Body> & { readonly id: string };
    readonly answer: ServerFrame<ScheduledMessage>;
  };
  'schedule.cancel': { readonly data: { readonly id: string }; readonly answer: ServerFrame<ScheduleCancel> };
  'schedule.list': {
    readonly data: { readonly limit?: number; readonly cursor?: string };
    readonly answer: ServerFrame<SchedulePage>;
  };
}
