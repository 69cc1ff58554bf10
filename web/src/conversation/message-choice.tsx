import type { User } from '@parley/client';
import type { ComponentChildren, JSX } from 'preact';

import { Avatar } from '../design/avatar.js';
import { shortTime } from '../design/times.js';
import { personName } from '../rooms/names.js';

interface MessageChoiceProps {
  readonly sender: User;
  /** Beside the name: the room, for example. */
  readonly note?: string | undefined;
  /** ISO 8601. */
  readonly time: string;
  readonly text: string;
  readonly opensDialog?: boolean | undefined;
  readonly onChoose: () => void;
  /** After the text. */
  readonly children?: ComponentChildren;
}

/** A message in a list, as a button that leads to it. */
export function MessageChoice(props: MessageChoiceProps): JSX.Element {
  const { sender, note, time, text, opensDialog = false, onChoose, children } = props;
  const name = personName(sender);
  return (
    <button type="button" class="choice found" aria-haspopup={opensDialog ? 'dialog' : undefined} onClick={onChoose}>
      <Avatar name={name} size="small" />
      <span class="found-content">
        <span class="found-head">
          <strong dir="auto">{name}</strong>
          {note !== undefined && <bdi class="muted">{note}</bdi>}
          <time class="muted" dateTime={time}>
            {shortTime(time, new Date())}
          </time>
        </span>
        <span class="found-text" dir="auto">
          {text}
        </span>
      </span>
      {children}
    </button>
  );
}
