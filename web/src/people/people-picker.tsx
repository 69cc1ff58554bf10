import type { User } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

import { Avatar } from '../design/avatar.js';
import { IconButton } from '../design/button.js';
import { isComposing } from '../design/composing.js';
import { Labelled } from '../design/labelled.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { accountRights } from '../session/account-rights.js';
import './people-picker.css';
import type { PeopleSelection } from './people-selection.js';
import { PersonLabel } from './person-label.js';
import { usePeople } from './use-people.js';

interface PeoplePickerProps {
  readonly label: string;
  readonly selection: PeopleSelection;
  /** Whether only one person can be chosen. */
  readonly isSingle?: boolean | undefined;
  /** Whether it has the initial focus of its dialog. */
  readonly isFirst?: boolean | undefined;
  /** Whether somebody can be chosen. */
  readonly isWanted?: (user: User) => boolean;
}

function hintText(isSingle: boolean): string {
  const directory = accountRights.value?.user_directory ?? 'exact';
  const hint = t(directory === 'everyone' ? 'people.pickAnybody' : 'people.pickKnown');
  return isSingle ? hint : `${hint} ${t('people.pickSeveral')}`;
}

const optionId = (listId: string, { id }: User): string => `${listId}-${String(id)}`;

/** Chooses people by the beginnings of their names, or several at once by their user names. */
export function PeoplePicker(props: PeoplePickerProps): JSX.Element {
  const { label, selection, isSingle = false, isFirst = false, isWanted = () => true } = props;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useSignal(false);
  const selected = useSignal(0);
  const typed = selection.typed.value;
  const { people, isPending } = usePeople(typed, (user) => isWanted(user) && !selection.has(user));
  const shown = isOpen.value ? people : [];
  const active = shown[selected.value];
  useLayoutEffect(() => {
    if (isFirst) input.current?.focus();
  }, []);

  const choose = (user: User): void => {
    selection.choose(user, isSingle);
    selected.value = 0;
    input.current?.focus();
  };
  const move = (by: number): void => {
    isOpen.value = true;
    if (people.length > 0) selected.value = (selected.value + by + people.length) % people.length;
  };
  const enter = (): void => {
    // Somebody with exactly this user name may be meant, who is not known yet.
    if (active && !isPending) choose(active);
    else void selection.find(isSingle);
  };
  /** What a key does; undefined: it is not for the picker. */
  const actOf = (key: string): (() => void) | undefined => {
    if (key === 'ArrowDown') return () => move(1);
    if (key === 'ArrowUp') return () => move(-1);
    if (key === 'Escape' && shown.length > 0) return () => (isOpen.value = false);
    if (key === 'Enter' && typed.trim() !== '') return enter;
    return key === 'Backspace' && typed === '' ? () => selection.removeLast() : undefined;
  };
  const handleText = (text: string): void => {
    selection.typed.value = text;
    selection.error.value = undefined;
    selected.value = 0;
    isOpen.value = true;
  };

  return (
    <div class="people-picker">
      <Labelled label={label} hint={hintText(isSingle)} error={selection.error.value}>
        {(attributes) => (
          <div class="input picker-box">
            <Chosen selection={selection} onRemoved={() => input.current?.focus()} />
            <input
              {...attributes}
              ref={input}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={shown.length > 0}
              aria-controls={shown.length > 0 ? listId : undefined}
              aria-activedescendant={active && optionId(listId, active)}
              aria-busy={selection.isBusy.value}
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              data-first={isFirst || undefined}
              value={typed}
              onInput={({ currentTarget, inputType }) => {
                handleText(currentTarget.value);
                if (!isSingle) selection.findList(inputType === 'insertFromPaste');
              }}
              onKeyDown={(event) => {
                const act = isComposing(event) ? undefined : actOf(event.key);
                if (!act) return;
                act();
                event.preventDefault();
                event.stopPropagation();
              }}
            />
          </div>
        )}
      </Labelled>
      {shown.length > 0 && (
        <ul id={listId} class="suggestion-list" role="listbox" aria-label={t('design.suggestions')}>
          {shown.map((user, at) => (
            <li
              key={user.id}
              id={optionId(listId, user)}
              class="picker-option"
              role="option"
              aria-selected={at === selected.value}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(user)}
            >
              <Avatar name={personName(user)} url={user.avatar} size="small" />
              <span>
                <PersonLabel user={user} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p class="muted" role="status">
        {isOpen.value && typed.trim() !== '' && !isPending && people.length === 0 && t('people.noUserFound')}
      </p>
    </div>
  );
}

interface ChosenProps {
  readonly selection: PeopleSelection;
  readonly onRemoved: () => void;
}

const Chosen = ({ selection, onRemoved }: ChosenProps): JSX.Element => (
  <ul class="chips" aria-label={t('rooms.selectedUsers')}>
    {selection.people.value.map((user) => (
      <li key={user.id} class="chip">
        <Avatar name={personName(user)} url={user.avatar} size="small" />
        <span>
          <PersonLabel user={user} />
        </span>
        <IconButton
          icon="close"
          label={t('rooms.removeUser', { name: personName(user) })}
          onClick={() => {
            selection.remove(user);
            onRemoved();
          }}
        />
      </li>
    ))}
  </ul>
);
