import type {
  ScheduleCancel,
  ScheduledMessage,
  SchedulePage,
  ServerFrame,
  ComposerDraft,
  SavedMessage,
  SavedPage,
  UserBlock,
  UserBlockPage,
} from '@parley/protocol';

interface Body {
  readonly content: string;
  readonly extra_fields?: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly send_at: string;
}

/** The events of what a user keeps, with their answers: scheduled and saved messages, drafts and blocks. */
export interface PrivateEvents {
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
  'draft.set': {
    readonly data: { readonly room_id: string; readonly thread_id?: string; readonly content: string };
    readonly answer: ServerFrame<ComposerDraft>;
  };
  'message.save': {
    readonly data: {
      readonly room_id?: string;
      readonly message_id: string;
      readonly saved: boolean;
      readonly remind_at?: string | null;
    };
    readonly answer: ServerFrame<SavedMessage>;
  };
  'saved.list': {
    readonly data: { readonly limit?: number; readonly cursor?: string };
    readonly answer: ServerFrame<SavedPage>;
  };
  'user.block': {
    readonly data: { readonly user_id: number; readonly blocked: boolean };
    readonly answer: ServerFrame<UserBlock>;
  };
  'user.blocks': {
    readonly data: { readonly limit?: number; readonly cursor?: string };
    readonly answer: ServerFrame<UserBlockPage>;
  };
}
