import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { isSendKey } from '../composer/send-key.js';
import { Button, IconButton } from '../design/button.js';
import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { ScheduleDialog } from '../scheduled/schedule-dialog.js';
import { scheduleOnce } from '../scheduled/schedule-once.js';

interface ReplyFormProps {
  readonly roomId: string;
  readonly threadId: string;
}

/** The input for a reply in a thread, which is sent now or later. */
export function ReplyForm({ roomId, threadId }: ReplyFormProps): JSX.Element {
  const { threads, drafts, preferences } = useChat();
  const place = { roomId, threadId };
  const text = drafts.text(place);
  const isAlsoToRoom = useSignal(false);
  const isBusy = useSignal(false);
  const isLater = useSignal(false);
  const options = (): { alsoToRoom?: boolean } => (isAlsoToRoom.value ? { alsoToRoom: true } : {});
  const submit = async (): Promise<void> => {
    const content = text.trim();
    if (!content || isBusy.value) return;
    isBusy.value = true;
    const isSent = await attempt(() => threads.requests.reply(roomId, threadId, content, options()));
    isBusy.value = false;
    if (isSent) drafts.setText(place, '');
  };
  return (
    <>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <textarea
          class="input"
          rows={2}
          aria-label={t('threads.replyInThread')}
          placeholder={t('threads.replyInThread')}
          dir="auto"
          data-first
          value={text}
          onInput={(event) => {
            drafts.setText(place, event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            void submit();
          }}
        />
        <Switch
          label={t('threads.alsoToRoom')}
          isOn={isAlsoToRoom.value}
          onChange={(isOn) => {
            isAlsoToRoom.value = isOn;
          }}
        />
        <div class="dialog-buttons">
          <IconButton
            icon="clock"
            label={t('threads.sendLater')}
            onClick={() => {
              isLater.value = true;
            }}
          />
          <Button kind="primary" type="submit" isBusy={isBusy.value} disabled={text.trim() === ''}>
            {t('threads.sendReply')}
          </Button>
        </div>
      </form>
      {isLater.value && (
        <ScheduleDialog
          title={t('threads.sendLater')}
          verb={t('threads.schedule')}
          text={text.trim()}
          mayBeEmpty={false}
          onSubmit={async (content, sendAt, id) => {
            const reply = { threadId, ...options() };
            await scheduleOnce(preferences.scheduled, roomId, { id, text: content, sendAt }, reply);
            drafts.setText(place, '');
          }}
          onClose={() => {
            isLater.value = false;
          }}
        />
      )}
    </>
  );
}
