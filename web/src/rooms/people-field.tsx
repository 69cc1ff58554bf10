import type { JSX } from 'preact';

import { isComposing } from '../design/composing.js';
import { Button, IconButton } from '../design/button.js';
import { Field } from '../design/field.js';
import { t } from '../languages/translate.js';
import { personName } from './names.js';
import type { PeopleSelection } from './people-selection.js';

interface PeopleFieldProps {
  readonly label: string;
  readonly selection: PeopleSelection;
  /** Whether only one user can be selected. */
  readonly isSingle?: boolean | undefined;
  /** Whether it has the initial focus of its dialog. */
  readonly isFirst?: boolean | undefined;
}

/** Selects users by their user names. */
export function PeopleField({ label, selection, isSingle = false, isFirst = false }: PeopleFieldProps): JSX.Element {
  return (
    <div class="people-field">
      <div class="field-row">
        <Field
          label={label}
          value={selection.username}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          hint={t(isSingle ? 'rooms.userNameHint' : 'rooms.userNamesHint')}
          isFirst={isFirst}
          error={selection.error.value}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            event.preventDefault();
            void selection.find(isSingle);
          }}
        />
        <Button isBusy={selection.isBusy.value} onClick={() => void selection.find(isSingle)}>
          {t('rooms.find')}
        </Button>
      </div>
      <ul class="chips" aria-label={t('rooms.selectedUsers')}>
        {selection.people.value.map((user) => (
          <li key={user.id} class="chip">
            <span>
              {personName(user)} <span class="muted">@{user.username}</span>
            </span>
            <IconButton
              icon="close"
              label={t('rooms.removeUser', { name: personName(user) })}
              onClick={() => selection.remove(user)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
