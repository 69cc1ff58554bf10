import { placeOfText, placeText } from '../../platform/pages/timed-place.js';
import type { PrivateKind } from '../private-log/private-kind.js';
import { endedMessage } from './scheduled-message.view.js';
import type { ScheduledMessagesRepository } from './scheduled-messages.repository.js';

/** Items of a page of changes: each is about as large as the largest frame of its author. */
const ITEMS_A_PAGE = 10;

/** Scheduled messages in the private state, by their ids. */
export const scheduledKind = (repository: ScheduledMessagesRepository): PrivateKind<'scheduled'> => ({
  name: 'scheduled',
  list: 'scheduled',
  eventType: 'messageschedule.dispatch',
  itemsAPage: ITEMS_A_PAGE,
  removed: endedMessage,
  read: async (source, userId, ids) => {
    const items = await repository.named(source, userId, ids);
    return new Map(items.map((item) => [item.id, item]));
  },
  page: async (source, userId, after) => {
    const place = after === undefined ? undefined : placeOfText(after);
    const { items, end } = await repository.part({ userId }, { after: place, limit: ITEMS_A_PAGE }, source);
    return { items: new Map(items.map((item) => [item.id, item])), next: end && placeText(end) };
  },
});
