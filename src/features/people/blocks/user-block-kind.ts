import type { UserBlock } from '@parley/protocol';

import type { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import type { PrivateKind } from '../../private-log/private-kind.js';

/** Of one part of all. A user has at most a few hundred bytes. */
const ITEMS_A_PAGE = 200;

/** The item that is sent in place of a user who is not blocked. */
export const notBlocked = (userId: number): UserBlock => ({
  user_id: userId,
  blocked: false,
  user: null,
  blocked_at: null,
  removed: true,
});

/** Blocked users in the private state of the user who blocks them, each with its id as the key. */
export const userBlockKind = (repository: UserBlocksRepository): PrivateKind<'blocks'> => ({
  name: 'block',
  list: 'blocks',
  eventType: 'userblock.dispatch',
  itemsAPage: ITEMS_A_PAGE,
  removed: (key) => notBlocked(Number(key)),
  read: async (source, userId, keys) => byKey(await repository.named(source, { userId }, keys.map(Number))),
  page: async (source, userId, after) => {
    const place = { after: after === undefined ? undefined : Number(after), limit: ITEMS_A_PAGE };
    const { items, end } = await repository.part({ userId }, place, source);
    return { items: byKey(items), next: end === undefined ? undefined : String(end) };
  },
});

const byKey = (items: readonly UserBlock[]): ReadonlyMap<string, UserBlock> =>
  new Map(items.map((item) => [String(item.user_id), item]));
