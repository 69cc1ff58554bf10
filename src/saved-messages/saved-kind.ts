import { placeOfText, placeText } from '../platform/collections/timed-place.js';
import type { PrivateKind } from '../private-log/private-kind.js';
import { removedMessage } from './saved-message.view.js';
import type { SavedMessagesRepository } from './saved-messages.repository.js';

/** Items of a part of all, and of a page of changes: each has a message of up to 4 KiB. */
const ITEMS_A_PAGE = 100;

/** Saved messages in the private state, each with the id of its message as its key. */
export const savedKind = (repository: SavedMessagesRepository): PrivateKind<'saved'> => ({
  name: 'saved',
  list: 'saved',
  eventType: 'messagesave.dispatch',
  itemsAPage: ITEMS_A_PAGE,
  removed: removedMessage,
  read: (source, userId, messageIds) => repository.named(source, userId, messageIds),
  page: async (source, userId, after) => {
    const place = after === undefined ? undefined : placeOfText(after);
    const { items, end } = await repository.part({ userId }, { after: place, limit: ITEMS_A_PAGE }, source);
    return { items: new Map(items.map((item) => [item.message.id, item])), next: end && placeText(end) };
  },
});
