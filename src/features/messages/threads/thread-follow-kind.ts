import type { ThreadFollow } from '@parley/protocol';

import type { PrivateKind } from '../../private-log/private-kind.js';
import { THREAD_FOLLOW, keyOf, threadOfKey } from './thread-members.repository.js';
import type { FollowedThread, ThreadMembersRepository } from './thread-members.repository.js';

/** Followed threads in the private state of their followers. */
export const threadFollowKind = (repository: ThreadMembersRepository): PrivateKind<'follows'> => ({
  name: THREAD_FOLLOW,
  list: 'follows',
  eventType: 'threadfollow.dispatch',
  read: async (source, userId, keys) => itemsOf(await repository.followed(source, userId, keys.map(threadOfKey))),
  removed: (key) => toThreadFollow(threadOfKey(key), false),
  page: async (source, userId, after) => {
    const { threads, next } = await repository.page(source, userId, after);
    return { items: itemsOf(threads), next };
  },
});

export const toThreadFollow = ({ roomId, threadId }: FollowedThread, following: boolean): ThreadFollow => ({
  room_id: roomId,
  thread_id: threadId,
  following,
  ...(!following && { removed: true }),
});

const itemsOf = (threads: readonly FollowedThread[]): Map<string, ThreadFollow> =>
  new Map(threads.map((thread) => [keyOf(thread), toThreadFollow(thread, true)]));
