import type { SavedMessage, SavedPage, ServerFrame } from '@parley/protocol';

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
