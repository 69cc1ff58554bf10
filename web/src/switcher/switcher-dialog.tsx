import type { Profile } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

import { isComposing } from '../design/composing.js';
import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Dialog } from '../design/dialog.js';
import { Icon } from '../design/icon.js';
import { nextIndex } from '../design/roving.js';
import { t } from '../languages/translate.js';
import { showRoom, shownRoomId } from '../location.js';
import { pageDialog } from '../page-dialog.js';
import { usePages } from '../people/use-pages.js';
import { createRoom } from '../rooms/create-room.js';
import { roomAvatar, roomIcon, typeName } from '../rooms/names.js';
import { UnreadBadge } from '../rooms/unread-badge.js';
import { optionName, switcherOptions } from './switcher-options.js';
import { accountRights } from '../session/account-rights.js';
import type { SwitcherOption } from './switcher-options.js';

/** Shorter texts are not looked up in the directory. */
const MIN_DIRECTORY_LENGTH = 2;

/** Leads to a room, to a user or to a command by a part of its name. */
export function SwitcherDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const chat = useChat();
  const { parley, rooms, users } = chat;
  const isGuest = accountRights.value?.user_directory === 'none';
  const id = useId();
  const typed = useSignal('');
  const selected = useSignal(0);
  const text = typed.value.trim();
  const people = usePages<Profile>(isGuest || text.length < MIN_DIRECTORY_LENGTH ? null : text, async (query) => {
    const page = await users.search(query, {});
    return { items: page.users, next: null };
  });
  const all = switcherOptions(text, rooms.sorted.value, people.found?.items ?? [], shownRoomId.value);
  const options = isGuest ? all.filter(({ key }) => key !== 'directory') : all;
  const at = Math.min(selected.value, options.length - 1);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const choose = (option: SwitcherOption | undefined): void => {
    if (!option) return;
    if (option.kind === 'person') {
      // It stays open, with the error, if the user does not accept a chat.
      void createRoom(parley, { type: 'OneToOneChat', participants: [option.user.id] }).then((isOpen) => {
        if (isOpen) onClose();
      });
      return;
    }
    onClose();
    if (option.kind === 'room') showRoom(option.entry.id);
    else if (option.command === 'logOut') void chat.logOut();
    else pageDialog.value = option.command;
  };

  return (
    <Dialog title={t('switcher.title')} onClose={onClose}>
      <input
        class="input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={at < 0 ? undefined : `${id}-${String(at)}`}
        aria-label={t('switcher.find')}
        placeholder={t('switcher.find')}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        dir="auto"
        value={typed.value}
        data-first
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          selected.value = 0;
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          const next = event.key.startsWith('Arrow') ? nextIndex(event.key, at, options.length, 'ltr') : undefined;
          if (event.key !== 'Enter' && (next === undefined || /Left|Right/.test(event.key))) return;
          event.preventDefault();
          if (event.key === 'Enter') choose(options[at]);
          else if (next !== undefined) selected.value = next;
        }}
      />
      <ul ref={list} id={id} class="choices" role="listbox" aria-label={t('switcher.results')}>
        {options.map((option, index) => (
          <li
            key={`${option.kind} ${option.key}`}
            id={`${id}-${String(index)}`}
            class="choice"
            role="option"
            aria-selected={index === at}
            onClick={() => choose(option)}
          >
            <OptionPicture option={option} />
            <span dir="auto">
              {optionName(option)} <span class="muted">{noteOn(option)}</span>
            </span>
            {option.kind === 'room' && <UnreadBadge entry={option.entry} />}
          </li>
        ))}
      </ul>
      <p class="muted" role="status">
        {options.length === 0 && t('switcher.noneFound')}
      </p>
    </Dialog>
  );
}

function OptionPicture({ option }: { readonly option: SwitcherOption }): JSX.Element {
  if (option.kind === 'command') return <Icon name="right" />;
  const name = optionName(option);
  return option.kind === 'room' ? (
    <Avatar name={name} url={roomAvatar(option.entry)} icon={roomIcon(option.entry)} size="small" />
  ) : (
    <Avatar name={name} url={option.user.avatar} size="small" />
  );
}

function noteOn(option: SwitcherOption): string {
  if (option.kind === 'command') return '';
  return option.kind === 'room' ? typeName(option.entry) : `@${option.user.username}`;
}
