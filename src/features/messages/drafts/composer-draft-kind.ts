import type { ComposerDraft as ShownDraft } from '@parley/protocol';

import type { PrivateKind } from '../../private-log/private-kind.js';
import type { ComposerDraft, ComposerDraftsRepository } from './composer-drafts.repository.js';
import { DRAFT, keyOfDraft, placeOfDraft } from './composer-draft.entity.js';
import type { DraftPlace } from './composer-draft.entity.js';

/** Items of a part of all, and of a page of changes: each has the text of a message. */
const ITEMS_A_PAGE = 20;

/** Drafts in the private state of their users. */
export const composerDraftKind = (repository: ComposerDraftsRepository): PrivateKind<'drafts'> => ({
  name: DRAFT,
  list: 'drafts',
  eventType: 'draft.dispatch',
  itemsAPage: ITEMS_A_PAGE,
  read: async (source, userId, keys) => itemsOf(await repository.of(source, userId, keys.map(placeOfDraft))),
  removed: (key) => noDraft(placeOfDraft(key)),
  page: async (source, userId, after) => {
    const from = after === undefined ? undefined : placeOfDraft(after);
    const drafts = await repository.part(source, userId, from, ITEMS_A_PAGE);
    const last = drafts.at(-1);
    return { items: itemsOf(drafts), next: last && drafts.length === ITEMS_A_PAGE ? keyOfDraft(last) : undefined };
  },
});

export const toShownDraft = ({ roomId, threadId, content, updatedAt }: ComposerDraft): ShownDraft => ({
  room_id: roomId,
  thread_id: threadId,
  content,
  updated_at: updatedAt.toISOString(),
});

/** The item that is sent in place of a draft that does not exist any more. */
export const noDraft = ({ roomId, threadId }: DraftPlace): ShownDraft => ({
  room_id: roomId,
  thread_id: threadId,
  content: '',
  updated_at: null,
  removed: true,
});

const itemsOf = (drafts: readonly ComposerDraft[]): Map<string, ShownDraft> =>
  new Map(drafts.map((draft) => [keyOfDraft(draft), toShownDraft(draft)]));
