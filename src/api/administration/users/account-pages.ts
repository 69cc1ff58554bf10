import type { AccountOrder, AccountPlace } from '../../../features/presence/account-list/listed-account.js';
import { MAX_KEY_LENGTH } from '../../../features/users/username.js';
import { cursorOf, isCount } from '../../../platform/pages/cursor.js';
import { nextCursor, numberAfter, textAfter } from '../access/page-request.js';
import type { UserPageRequest } from './user-requests.js';

const isKey = (text: string): boolean => text.length <= MAX_KEY_LENGTH;

const isRank = (part: unknown): part is number => isCount(part) && part <= 2;

const BY_ACTIVITY = cursorOf({ rank: isRank, moment: isCount, id: isCount });

/** Names rise, and times fall, unless the request says something else. */
export function orderOf({ sort, order, query }: UserPageRequest): AccountOrder {
  const by = sort ?? (typeof query === 'string' ? 'name' : 'created');
  return { sort: by, order: order ?? (by === 'name' ? 'asc' : 'desc') };
}

/**
 * The place after which a page begins; undefined: the first page.
 * @throws Refusal 4003
 */
export function placeAfter(request: UserPageRequest, { sort }: AccountOrder): AccountPlace | undefined {
  if (sort === 'name') return textAfter(request, isKey);
  return sort === 'created' ? numberAfter(request) : BY_ACTIVITY.decode(request.cursor);
}

/** @param place of the last user of a page; undefined: there are no more */
export const cursorOfAccount = (place: AccountPlace | undefined): string | null =>
  typeof place === 'object' ? BY_ACTIVITY.encode(place) : nextCursor(place);
