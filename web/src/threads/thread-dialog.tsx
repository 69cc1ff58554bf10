import type { Message } from '@parley/client';
import { signal, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';

import { CollapsedMessage } from '../blocking/collapsed-message.js';
import { isCollapsed } from '../blocking/collapsing.js';
import { useChat } from '../chat/chat-context.js';
import { AttachmentView } from '../conversation/attachment-view.js';
import { MessageText } from '../conversation/message-text.js';
import { summaryOf } from '../conversation/shown-message.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Switch } from '../design/field.js';
import { fullTime, shortTime } from '../design/times.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { PersonButton } from '../people/person-button.js';
import { personName } from '../rooms/names.js';
import { ScheduledNote } from '../scheduled/scheduled-note.js';
import { OpenThread } from './open-thread.js';
import { ReplyForm } from './reply-form.js';

interface ThreadDialogProps {
  readonly roomId: string;
  readonly threadId: string;
  readonly maySend: boolean;
  readonly onClose: () => void;
}

/** A message with its replies, and an input for one more. */
export function ThreadDialog({ roomId, threadId, maySend, onClose }: ThreadDialogProps): JSX.Element {
  const { parley, threads } = useChat();
  const thread = useMemo(() => new OpenThread(parley, threads, roomId, threadId), [threadId]);
  useEffect(() => () => thread.close(), [thread]);
  useReadReport(thread, roomId);
  return (
    <Dialog title={t('threads.thread')} onClose={onClose} isWide>
      {thread.isGone.value && <p class="muted">{t('threads.threadIsGone')}</p>}
      {thread.hasOlder.value && (
        <Button onClick={() => void attempt(() => thread.loadOlder())}>{t('threads.loadOlder')}</Button>
      )}
      <ol class="thread-messages" aria-label={t('threads.thread')} aria-busy={!thread.isLoaded.value}>
        {thread.messages.value.map((message) => (
          <ThreadMessage key={message.id} message={message} around={() => thread.messages.peek()} />
        ))}
      </ol>
      <FollowSwitch roomId={roomId} threadId={threadId} />
      <ScheduledNote roomId={roomId} threadId={threadId} />
      {maySend && <ReplyForm roomId={roomId} threadId={threadId} replies={thread.messages.value} />}
    </Dialog>
  );
}

/** Reports the replies as read, as far as they are shown. */
function useReadReport(thread: OpenThread, roomId: string): void {
  const { threads, self } = useChat();
  const reported = useRef(0);
  useSignalEffect(() => {
    const newest = thread.messages.value.at(-1);
    if (!newest?.thread || newest.sender.id === self.id || !document.hasFocus()) return;
    if (newest.seq <= reported.current) return;
    reported.current = newest.seq;
    // The next reply, or the next time that the thread is shown, reports it again.
    threads.requests.markRead(roomId, thread.id, newest.seq).catch(() => undefined);
  });
}

const ALWAYS = signal(true);

interface ThreadMessageProps {
  readonly message: Message;
  readonly around: () => readonly Message[];
}

function ThreadMessage({ message, around }: ThreadMessageProps): JSX.Element {
  const chat = useChat();
  const isShown = useSignal(false);
  const name = personName(message.sender);
  if (isCollapsed(chat, message) && !isShown.value) {
    return (
      <li>
        <CollapsedMessage isTabStop={false} isActive={ALWAYS} onShow={() => (isShown.value = true)} />
      </li>
    );
  }
  return (
    <li class="thread-message">
      <Avatar name={name} url={message.sender.avatar} size="small" />
      <div>
        <p class="found-head">
          <strong>
            <PersonButton user={message.sender} />
          </strong>
          {message.also_to_room && <span class="muted">{t('threads.isAlsoInRoom')}</span>}
          <time class="muted" dateTime={message.created_at} title={fullTime(message.created_at)}>
            {shortTime(message.created_at, new Date())}
          </time>
        </p>
        {message.attachments.map((attachment) => (
          <AttachmentView key={attachment.id} {...{ attachment, message, around }} />
        ))}
        {(message.content || message.attachments.length === 0) && (
          <MessageText message={message} emptyText={summaryOf(message)} />
        )}
      </div>
    </li>
  );
}

interface ThreadProps {
  readonly roomId: string;
  readonly threadId: string;
}

function FollowSwitch({ roomId, threadId }: ThreadProps): JSX.Element {
  const { preferences, threads } = useChat();
  return (
    <Switch
      label={t('threads.follow')}
      hint={t('threads.followHint')}
      isOn={preferences.isFollowing(threadId)}
      onChange={(isOn) => void attempt(() => threads.requests.follow(roomId, threadId, isOn))}
    />
  );
}
