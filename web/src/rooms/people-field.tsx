import type { User } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button, IconButton } from '../design/button.js';
import { Field } from '../design/field.js';
import { attempt } from '../errors.js';
import { personName } from './names.js';

interface PeopleFieldProps {
  readonly label: string;
  readonly people: Signal<readonly User[]>;
  /** Whether only one user can be selected. */
  readonly isSingle?: boolean | undefined;
}

/** Selects users by their user names. */
export function PeopleField({ label, people, isSingle = false }: PeopleFieldProps): JSX.Element {
  const { parley } = useChat();
  const username = useSignal('');
  const isBusy = useSignal(false);
  const find = async (): Promise<void> => {
    const name = username.value.trim();
    if (!name || isBusy.value) return;
    isBusy.value = true;
    await attempt(
      async () => {
        const user = await parley.find(name);
        const others = isSingle ? [] : people.value.filter(({ id }) => id !== user.id);
        people.value = [...others, user];
        username.value = '';
      },
      { 4004: `There is no user with the name “${name}”.` },
    );
    isBusy.value = false;
  };
  return (
    <div class="people-field">
      <div class="field-row">
        <Field
          label={label}
          value={username}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          hint="Enter the complete user name."
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void find();
          }}
        />
        <Button isBusy={isBusy.value} onClick={() => void find()}>
          Find
        </Button>
      </div>
      <ul class="chips" aria-label="Selected users">
        {people.value.map((user) => (
          <li key={user.id} class="chip">
            {personName(user)} <span class="muted">@{user.username}</span>
            <IconButton
              icon="close"
              label={`Remove ${personName(user)}`}
              onClick={() => {
                people.value = people.value.filter(({ id }) => id !== user.id);
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
