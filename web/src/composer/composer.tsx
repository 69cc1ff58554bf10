import type { Message, RoomObject, SendOptions } from '@parley/client';
import { untracked, useSignal, useSignalEffect } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { ComponentProps, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import { send } from '../conversation/sending.js';
import { isOutgoing } from '../conversation/shown-message.js';
import { IconButton } from '../design/button.js';
import { onDemand } from '../design/on-demand.js';
import { toast } from '../design/toasts.js';
import { replaceIn } from '../design/use-suggestions.js';
import { attempt } from '../errors.js';
import { filesToSend } from '../files/chosen-file.js';
import { t, withAllTexts } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { roomName } from '../rooms/names.js';
import { scheduleOnce } from '../scheduled/schedule-once.js';
import { commandFinder, commandIn } from './commands.js';
import { ComposerActions } from './composer-actions.js';
import type { ComposerDialog } from './composer-dialogs.js';
import { findEmojis } from './emoji-finder.js';
import { ASKED_FROM, MentionQuestion } from './mention-question.js';
import { mentionableIn, mentionFinder, mentionOptions, mentionsAfterEdit, mentionsIn } from './mentions.js';
import type { Mentionable } from './mentions.js';
import { MessageArea } from './message-area.js';
import { reportTyping } from './report-typing.js';
import { useMessageInput } from './use-message-input.js';
import { isVisible } from './visible-text.js';

const ComposerFiles = onDemand(async () => (await import('../files/composer-files.js')).ComposerFiles);
const ComposerNotes = onDemand(async () => (await import('./composer-notes.js')).ComposerNotes);
const ComposerDialogs = onDemand(async () => (await withAllTexts(import('./composer-dialogs.js'))).ComposerDialogs);

interface ComposerProps {
  readonly open: OpenRoom;
  readonly type: RoomObject['type'];
  readonly maySend: boolean;
}

/** The input for a new message, a reply, or the new text of a sent message. */
export function Composer({ open, type, maySend }: ComposerProps): JSX.Element {
  const { parley, self, limits, drafts, preferences, files } = useChat();
  const editing = open.editing.value;
  const place = { roomId: open.id };
  const text = useSignal(editing?.content ?? untracked(() => drafts.text(place)));
  // A text that is written here is the draft at once. So only a text of another device replaces it.
  useSignalEffect(() => {
    const draft = drafts.text(place);
    if (!editing) text.value = draft;
  });
  const dialog = useSignal<ComposerDialog | null>(null);
  const asked = useSignal<(() => void) | null>(null);
  /** The text that may be a misspelt command. */
  const doubted = useRef('');

  const toSend = filesToSend(files, place);
  const attachments = [...open.attachments.value, ...toSend.uploads];
  const isUploading = !editing && toSend.isUploading;
  const changeText = (newText: string): void => {
    text.value = newText;
    if (editing) return;
    drafts.setText(place, newText);
    if (newText && type === 'OneToOneChat') reportTyping(parley, open);
    else if (newText) open.room.typing();
  };
  const mentionable = mentionableIn(open, self, limits.roomMention);
  const finders = [mentionFinder(mentionable, self.id), findEmojis, commandFinder(dialog, editing !== null)];
  const input = useMessageInput(text.value, changeText, finders);
  const { area } = input;
  useFocus(area, open);
  const isUnsendable = input.isTooLong || isUploading || open.isRefused.value || isEmpty(text.value, attachments);
  if (!maySend) return <PostingRestricted type={type} />;

  const clear = (): void => {
    changeText('');
    open.replyTo.value = null;
    open.attachments.value = [];
    toSend.forget();
  };
  const sendNow = (): void => {
    send(open.room, text.value.trim(), optionsOf(open, attachments, text.value, mentionable));
    clear();
  };
  /** @returns whether the text was a command, or may be a misspelt one, and is not sent */
  const isTaken = (): boolean => {
    const command = commandIn(text.value, dialog);
    if (!command || doubted.current === text.value) return false;
    if (command.act) {
      changeText(command.rest);
      command.act();
    } else {
      doubted.current = text.value;
      toast(t('composer.unknownCommand', { name: command.name }), true);
    }
    return true;
  };
  const memberCount = countIn(open.info.value);
  const submit = (): void => {
    if (isUnsendable) return;
    if (editing) void saveEdit(open, editing, text.value, mentionable);
    else if (isTaken()) return;
    else if (memberCount >= ASKED_FROM && mentionsIn(text.value, mentionable).mentionRoom) asked.value = sendNow;
    else sendNow();
    area.current?.focus();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      open.editing.value = null;
      open.replyTo.value = null;
    } else if (event.key === 'ArrowUp' && text.value === '' && !editing) {
      const last = lastOwn(open, self.id);
      if (!last) return;
      event.preventDefault();
      open.editing.value = last;
    }
  };

  return (
    <>
      <form
        class="composer"
        data-unsaved={unsavedMark(open)}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ClosedNote open={open} />
        {hasContext(open) && <ComposerNotes open={open} />}
        {!editing && <ComposerFiles open={open} />}
        <MessageArea
          input={input}
          label={t('composer.message')}
          placeholder={t('composer.writeMessage')}
          rows={1}
          onSend={submit}
          onKey={handleKey}
        >
          {(field) => (
            <div class="composer-row">
              {!editing && <ComposerActions roomId={open.id} dialog={dialog} />}
              {field}
              <IconButton
                class="send"
                type="submit"
                icon={editing ? 'check' : 'send'}
                label={t(sendLabel(editing !== null, isUploading))}
                disabled={isUnsendable}
              />
            </div>
          )}
        </MessageArea>
      </form>
      <MentionQuestion asked={asked} memberCount={memberCount} />
      <OpenDialog
        dialog={dialog}
        area={area}
        text={text.value.trim()}
        hasAttachments={attachments.length > 0}
        onAsk={(question, poll) => {
          send(open.room, question, { poll });
          changeText('');
        }}
        onSchedule={async (content, sendAt, id) => {
          const options = optionsOf(open, attachments, content, mentionable);
          await scheduleOnce(preferences.scheduled, open.id, { id, text: content, sendAt }, options);
          clear();
        }}
        onEmoji={(character) => {
          if (!area.current) return;
          changeText(replaceIn(area.current, 0, character));
          area.current.focus();
        }}
        onAttach={(attachment) => (open.attachments.value = [...open.attachments.value, attachment])}
      />
    </>
  );
}

/** Of two, nobody is asked about: a mention notifies one. */
const countIn = (room: RoomObject | null): number => (room && room.type !== 'OneToOneChat' ? room.member_count : 0);

interface OpenDialogProps extends Omit<ComponentProps<typeof ComposerDialogs>, 'shown' | 'onClose'> {
  readonly dialog: Signal<ComposerDialog | null>;
}

const OpenDialog = ({ dialog, ...others }: OpenDialogProps): JSX.Element | null =>
  dialog.value && <ComposerDialogs {...others} shown={dialog.value} onClose={() => (dialog.value = null)} />;

/** Marks what a reload would lose: the text of an edit, and attachments, are no draft. */
const unsavedMark = ({ editing, attachments }: OpenRoom): '' | undefined =>
  editing.value !== null || attachments.value.length > 0 ? '' : undefined;

function sendLabel(isEdit: boolean, isUploading: boolean): TextKey {
  if (isUploading) return 'files.notReady';
  return isEdit ? 'design.save' : 'design.send';
}

/** The options of a new message besides its text. */
function optionsOf(
  open: OpenRoom,
  attachments: NonNullable<SendOptions['media']>,
  text: string,
  mentionable: Mentionable,
): SendOptions {
  const replyTo = open.replyTo.value?.id;
  return {
    ...mentionOptions(text, mentionable),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(attachments.length === 0 ? {} : { media: attachments }),
  };
}

const PostingRestricted = ({ type }: Pick<ComposerProps, 'type'>): JSX.Element => (
  <p class="composer-closed">{t(type === 'Channel' ? 'composer.onlyModeratorsPost' : 'composer.onlyAdminsPost')}</p>
);

/**
 * Before a message is refused. The text stays, and can be sent once the service passes on again that the user types.
 */
function ClosedNote({ open }: Pick<ComposerProps, 'open'>): JSX.Element | null {
  const entry = useChat().rooms.entry(open.id);
  if (!entry || !open.isRefused.value) return null;
  return (
    <p class="composer-closed composer-wait" role="status">
      {t('composer.cannotWrite', { name: roomName(entry) })}
    </p>
  );
}

const isEmpty = (text: string, attachments: readonly unknown[]): boolean =>
  !isVisible(text) && attachments.length === 0;

const hasContext = ({ replyTo, editing }: OpenRoom): boolean => replyTo.value !== null || editing.value !== null;

/** Focuses the input. On a touch device only for a reply or an edit, because the focus opens the keyboard. */
function useFocus(area: { readonly current: HTMLTextAreaElement | null }, open: OpenRoom): void {
  const isContext = hasContext(open);
  const requests = open.focusRequests.value;
  useEffect(() => {
    if (requests > 0) area.current?.focus();
  }, [requests]);
  useEffect(() => {
    if (isContext || matchMedia('(hover: hover)').matches) area.current?.focus();
  }, [isContext]);
}

async function saveEdit(open: OpenRoom, message: Message, text: string, mentionable: Mentionable): Promise<void> {
  const newText = text.trim();
  const mentions = mentionsAfterEdit(message, newText, mentionable);
  if (newText === message.content || (await attempt(() => open.room.edit(message.id, newText, mentions))))
    open.editing.value = null;
}

function lastOwn(open: OpenRoom, ownId: number): Message | undefined {
  const last = open.messages.value.findLast(
    (message) => !isOutgoing(message) && message.sender.id === ownId && message.content !== '',
  );
  return last && !isOutgoing(last) ? last : undefined;
}
