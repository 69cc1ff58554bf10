import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ThreadList } from '@parley/client/conversations';

import { summaryFor } from '../blocking/collapsing.js';
import { useChat } from '../chat/chat-context.js';
import { useLoad } from '../chat/use-load.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { rove } from '../design/roving.js';
import { attempt } from '../errors.js';
import { MessageChoice } from '../conversation/message-choice.js';
import { t } from '../languages/translate.js';
import { roomName } from '../rooms/names.js';
import { ThreadDialog } from './thread-dialog.js';

type Entry = ThreadList['threads'][number];

/** The threads that the user follows, the latest reply first. */
export function ThreadsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { threads } = useChat();
  const list = useSignal<ThreadList | null>(null);
  const shown = useSignal<Entry['thread'] | null>(null);
  const load = useLoad(async () => {
    list.value = await threads.requests.list();
  });
  const loadMore = (): Promise<boolean> =>
    attempt(async () => {
      const before = list.value;
      if (!before?.next) return;
      const page = await threads.requests.list({ cursor: before.next });
      // Ignored when the list was loaded again meanwhile.
      if (list.value === before) list.value = { ...page, threads: [...before.threads, ...page.threads] };
    });
  return (
    <Dialog title={t('threads.threads')} onClose={onClose} isWide>
      <p class="muted search-count" role="status">
        {list.value?.threads.length === 0 && t('threads.noThreads')}
      </p>
      <ul class="choices" onKeyDown={(event) => rove(event, 'button')}>
        {list.value?.threads.map((entry) => (
          <ThreadRow key={entry.thread.id} entry={entry} onChoose={() => (shown.value = entry.thread)} />
        ))}
      </ul>
      {list.value?.next && <Button onClick={() => void loadMore()}>{t('design.more')}</Button>}
      {shown.value && (
        <ThreadDialog
          roomId={shown.value.room.id}
          threadId={shown.value.id}
          maySend
          onClose={() => {
            shown.value = null;
            void load();
          }}
        />
      )}
    </Dialog>
  );
}

function ThreadRow({ entry, onChoose }: { readonly entry: Entry; readonly onChoose: () => void }): JSX.Element {
  const chat = useChat();
  const { rooms, threads } = chat;
  const { thread, unread_count: unread, unread_mentions: mentions } = entry;
  const room = rooms.entry(thread.room.id);
  const latest = threads.summaryOf(thread)?.last_reply_at ?? thread.created_at;
  return (
    <li>
      <MessageChoice
        sender={thread.sender}
        note={room && roomName(room)}
        time={latest}
        text={summaryFor(chat, thread)}
        opensDialog
        onChoose={onChoose}
      >
        {unread > 0 && (
          <span
            class="badge"
            aria-label={t(mentions > 0 ? 'threads.unreadWithMention' : 'threads.unread', { count: unread })}
          >
            {mentions > 0 && '@'}
            {unread}
          </span>
        )}
      </MessageChoice>
    </li>
  );
}
