import type { Message } from '@parley/client';
import { usernameKey } from '@parley/protocol/text';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { MarkdownView } from '../markdown/markdown-view.js';
import { ROOM_MENTIONS } from '../rooms/mention-names.js';
import { isOutgoing } from './shown-message.js';
import type { ShownMessage } from './shown-message.js';

interface MessageTextProps {
  readonly message: ShownMessage;
  /** Shown in place of a content that is empty. */
  readonly emptyText?: string;
}

/** The text of a message, with the names of those whom it mentions. */
export function MessageText({ message, emptyText = '' }: MessageTextProps): JSX.Element {
  const mentioned = isOutgoing(message) ? undefined : message;
  const names = useMemo(() => mentioned && namesIn(mentioned), [mentioned?.mentions, mentioned?.mention_room]);
  return <MarkdownView text={message.content || emptyText} names={names} />;
}

function namesIn({ mentions, mention_room: isRoom }: Message): ReadonlySet<string> {
  return new Set([...mentions.map(({ username }) => usernameKey(username)), ...(isRoom ? ROOM_MENTIONS : [])]);
}
