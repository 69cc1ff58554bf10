import type { Message, Outgoing } from '@parley/client';
import { optionsOf } from '@parley/react/state';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import type { ComposerDrafts } from '../composer/drafts.js';
import { Icon } from '../design/icon.js';
import { errorMessage } from '../error-message.js';
import { t } from '../languages/translate.js';
import type { OpenRoom } from './open-room.js';
import { sendAgain } from './sending.js';

/** The same message would be refused again: it is not permitted, invalid, or its place is gone. */
const FINAL: ReadonlySet<unknown> = new Set([4002, 4003, 4004]);

interface FailedProps {
  readonly message: Outgoing;
  readonly open: OpenRoom;
}

/** The error of a refused message, and the actions that it allows; or that it is held. */
export function FailedActions({ message, open }: FailedProps): JSX.Element {
  const { drafts } = useChat();
  if (message.error?.code === 'held') return <p class="muted">{t('conversation.held')}</p>;
  return (
    <div class="failed">
      <p>{message.error && errorMessage(message.error)}</p>
      {!FINAL.has(message.error?.code) && (
        <button type="button" class="chip" onClick={() => sendAgain(open.room, message)}>
          <Icon name="retry" /> {t('design.retry')}
        </button>
      )}
      <button type="button" class="chip" onClick={() => editAgain(open, message, drafts)}>
        <Icon name="edit" /> {t('design.edit')}
      </button>
      <button type="button" class="chip" onClick={() => open.room.discard(message.client_message_id)}>
        <Icon name="trash" /> {t('conversation.discard')}
      </button>
    </div>
  );
}

/** Moves a refused message back into the input, before what the user has written since. */
function editAgain(open: OpenRoom, message: Outgoing, drafts: ComposerDrafts): void {
  const { replyTo, media = [] } = optionsOf(message);
  const place = { roomId: open.id };
  const written = drafts.text(place);
  drafts.setText(place, written === '' ? message.content : `${message.content}\n${written}`);
  open.editing.value = null;
  const parent = open.messages.value.find((each): each is Message => 'id' in each && each.id === replyTo);
  if (parent) open.replyTo.value = parent;
  open.attachments.value = [...media, ...open.attachments.value];
  open.room.discard(message.client_message_id);
  open.focusRequests.value += 1;
}
