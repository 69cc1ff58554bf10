import type { Message } from '@parley/client';

import { reactionGroups } from '../state/reaction-groups.js';
import type { ReactionGroup } from '../state/reaction-groups.js';
import type { Hooks } from './bindings.js';
import { inRoom } from './sending.js';

export interface MessageReactions {
  readonly reactions: readonly ReactionGroup[];
  /**
   * Adds a reaction of the user, or removes it. Where a room has one reaction a user, it replaces the earlier one.
   * @throws ParleyError when it is refused, or there is no connection
   */
  readonly toggle: (reaction: string) => Promise<void>;
}

export function useReactionsWith({ useMemo, useParley, useSelf }: Hooks, message: Message): MessageReactions {
  const chat = useParley();
  const ownId = useSelf()?.id;
  const {
    id,
    reactions,
    room: { id: roomId },
  } = message;
  return useMemo(() => {
    const groups = reactionGroups(reactions, ownId);
    return {
      reactions: groups,
      toggle: (reaction) => {
        const isOwn = groups.some((group) => group.isOwn && group.reaction === reaction);
        return inRoom(chat, roomId, (room) => (isOwn ? room.unreact(id, reaction) : room.react(id, reaction)));
      },
    };
  }, [chat, id, roomId, reactions, ownId]);
}
