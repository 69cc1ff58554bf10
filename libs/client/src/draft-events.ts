import type { ComposerDraft, ServerFrame } from '@parley/protocol';

export interface DraftEvents {
  'draft.set': {
    readonly data: { readonly room_id: string; readonly thread_id?: string; readonly content: string };
    readonly answer: ServerFrame<ComposerDraft>;
  };
}
