import type { SavedMessage, SavedPage, ServerFrame } from '@parley/protocol';

/** The events of saved messages, with their answers. */
export interface SavedMessageEvents {
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
}
