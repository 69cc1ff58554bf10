import type { ReactNode } from 'react';

import { useTyping } from '../react-hooks.js';
import type { Styling } from './styling.js';

export interface TypingIndicatorProps extends Styling {
  readonly roomId: string;
  /** @param usernames of at least one user. Default: `ada is typing…` */
  readonly text?: (usernames: readonly string[]) => string;
}

function inEnglish(usernames: readonly string[]): string {
  if (usernames.length > 2) return 'Several people are typing…';
  return `${usernames.join(' and ')} ${usernames.length === 1 ? 'is' : 'are'} typing…`;
}

/** Lists the users who are typing in a room. The element exists when nobody types, so that a change is announced. */
export function TypingIndicator({ roomId, text = inEnglish, className }: TypingIndicatorProps): ReactNode {
  const { typers } = useTyping(roomId);
  return (
    <div className={className} role="status" data-parley-typing="">
      {typers.length > 0 && text(typers.map(({ username }) => username))}
    </div>
  );
}
