import type { Message } from '@parley/client';
import type { ReplyOptions } from '@parley/client/conversations';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { AttachButton } from '../composer/attach-button.js';
import { findEmojis } from '../composer/emoji-finder.js';
import { mentionableIn, mentionFinder, mentionOptions } from '../composer/mentions.js';
import { MessageArea } from '../composer/message-area.js';
import { useMessageInput } from '../composer/use-message-input.js';
import { isVisible } from '../composer/visible-text.js';
import { Button, IconButton } from '../design/button.js';
import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { filesToSend } from '../files/chosen-file.js';
import { MessageFiles } from '../files/message-files.js';
import { t } from '../languages/translate.js';
import { ScheduleDialog } from '../scheduled/schedule-dialog.js';
import { scheduleOnce } from '../scheduled/schedule-once.js';

interface ReplyFormProps {
  readonly roomId: string;
  readonly threadId: string;
  /** Those that are shown above it. */
  readonly replies: readonly Message[];
}

/** The input for a reply in a thread, which is sent now or later. It stays in view below a reply that was sent now. */
export function ReplyForm({ roomId, threadId, replies }: ReplyFormProps): JSX.Element {
  const { self, limits, threads, drafts, files, preferences, openRooms } = useChat();
  const open = useMemo(() => openRooms.open(roomId), [roomId]);
  const place = { roomId, threadId };
  const mentionable = mentionableIn(open, self, limits.roomMention);
  const changeText = (newText: string): void => drafts.setText(place, newText);
  const input = useMessageInput(drafts.text(place), changeText, [mentionFinder(mentionable, self.id), findEmojis]);
  const content = input.text.trim();
  const { uploads, isUploading, forget } = filesToSend(files, place);
  const isUnsendable = (!isVisible(content) && uploads.length === 0) || input.isTooLong || isUploading;
  const isAlsoToRoom = useSignal(false);
  const isBusy = useSignal(false);
  const isLater = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const sentId = useSignal('');
  useLayoutEffect(() => {
    if (!replies.some(({ id }) => id === sentId.value)) return;
    sentId.value = '';
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [sentId.value, replies]);
  const optionsOf = (text: string): ReplyOptions => ({
    ...mentionOptions(text, mentionable),
    ...(isAlsoToRoom.value && { alsoToRoom: true }),
    ...(uploads.length > 0 && { media: uploads }),
  });
  const clear = (): void => {
    changeText('');
    forget();
  };
  const submit = async (): Promise<void> => {
    if (isUnsendable || isBusy.value) return;
    isBusy.value = true;
    const isSent = await attempt(async () => {
      sentId.value = (await threads.requests.reply(roomId, threadId, content, optionsOf(content))).id;
    });
    isBusy.value = false;
    if (isSent) clear();
  };
  return (
    <>
      <form
        ref={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div>
          <MessageFiles place={place} />
          <MessageArea
            input={input}
            label={t('threads.replyInThread')}
            placeholder={t('threads.replyInThread')}
            class="input"
            rows={2}
            isFirst
            onSend={() => void submit()}
          >
            {(field) => field}
          </MessageArea>
        </div>
        <Switch
          label={t('threads.alsoToRoom')}
          isOn={isAlsoToRoom.value}
          onChange={(isOn) => (isAlsoToRoom.value = isOn)}
        />
        <div class="dialog-buttons">
          <AttachButton place={place} />
          <IconButton icon="clock" label={t('threads.sendLater')} onClick={() => (isLater.value = true)} />
          <Button
            kind="primary"
            type="submit"
            isBusy={isBusy.value}
            disabled={isUnsendable}
            title={isUploading ? t('files.notReady') : undefined}
          >
            {t('threads.sendReply')}
          </Button>
        </div>
      </form>
      {isLater.value && (
        <ScheduleDialog
          title={t('threads.sendLater')}
          verb={t('threads.schedule')}
          text={content}
          mayBeEmpty={uploads.length > 0}
          onSubmit={async (text, sendAt, id) => {
            const reply = { threadId, ...optionsOf(text) };
            await scheduleOnce(preferences.scheduled, roomId, { id, text, sendAt }, reply);
            clear();
          }}
          onClose={() => (isLater.value = false)}
        />
      )}
    </>
  );
}
