import type { Message } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { attempt } from '../errors.js';
import { numberText, t } from '../languages/translate.js';
import type { OpenRoom } from './open-room.js';
import { addReaction, countsOf } from './reactions.js';

interface ReactionBarProps {
  readonly message: Message;
  readonly open: OpenRoom;
}

/** The reactions to a message. A click adds or removes the user's own. */
export function ReactionBar({ message, open }: ReactionBarProps): JSX.Element | null {
  const { self } = useChat();
  const counts = countsOf(message.reactions, self.id);
  if (counts.length === 0) return null;
  return (
    <div class="reactions">
      {counts.map(({ content, count, isOwn, names }) => (
        <button
          key={content}
          type="button"
          class="reaction"
          aria-pressed={isOwn}
          aria-label={t('conversation.reactionsBy', { reaction: content, count, names })}
          title={names}
          onClick={() =>
            void (isOwn
              ? attempt(() => open.room.unreact(message.id, content))
              : addReaction(open.room, message.id, content))
          }
        >
          {content} <span>{numberText(count)}</span>
        </button>
      ))}
    </div>
  );
}
