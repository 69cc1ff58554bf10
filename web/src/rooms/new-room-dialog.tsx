import type { NewRoom, RoomObject, User } from '@parley/client';
import { signal, useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field, Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { roomOfLink, showRoom } from '../location.js';
import { PeopleField } from './people-field.js';
import { TYPE_NAMES } from './room-name.js';

type Kind = RoomObject['type'] | 'link';

const KINDS: readonly (readonly [Kind, string])[] = [
  ['OneToOneChat', TYPE_NAMES.OneToOneChat],
  ['GroupChat', TYPE_NAMES.GroupChat],
  ['Channel', TYPE_NAMES.Channel],
  ['link', 'By link'],
];

const newForm = () => ({
  name: signal(''),
  description: signal(''),
  link: signal(''),
  people: signal<readonly User[]>([]),
  /** Whether a channel is open to everybody, and a group only by approval. */
  isPublic: signal(false),
  isByApproval: signal(false),
});

type Form = ReturnType<typeof newForm>;

/** Null while something is missing. */
function roomOf(kind: Kind, form: Form): NewRoom | null {
  const ids = form.people.value.map(({ id }) => id);
  const [first] = ids;
  if (kind === 'link' || (kind === 'OneToOneChat' && first === undefined)) return null;
  if (kind === 'OneToOneChat') return { type: kind, participants: [first ?? 0] };
  const described = { name: form.name.value.trim(), description: form.description.value.trim() };
  if (!described.name) return null;
  if (kind === 'Channel')
    return { type: kind, ...described, subscribers: ids, extra_fields: { is_public: form.isPublic.value } };
  return {
    ...{ type: kind, ...described, participants: ids },
    extra_fields: { join_approval_required: form.isByApproval.value },
  };
}

export function NewRoomDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { parley } = useChat();
  const kind = useSignal<Kind>('OneToOneChat');
  const form = useMemo(newForm, []);
  const isBusy = useSignal(false);
  const linked = roomOfLink(form.link.value);
  const room = roomOf(kind.value, form);

  const begin = async (): Promise<void> => {
    if (kind.value === 'link' && linked !== null) {
      onClose();
      showRoom(linked);
    } else if (room) {
      isBusy.value = true;
      const isDone = await attempt(async () => {
        showRoom((await parley.rooms.create(room)).id);
      });
      isBusy.value = false;
      if (isDone) onClose();
    }
  };

  return (
    <Dialog title="New conversation" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <fieldset class="segments">
          <legend class="unseen">What to begin</legend>
          {KINDS.map(([each, name]) => (
            <label key={each}>
              <input
                type="radio"
                name="kind"
                checked={kind.value === each}
                onChange={() => {
                  kind.value = each;
                }}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        <Fields key={kind.value} kind={kind} form={form} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isBusy={isBusy.value}
            disabled={kind.value === 'link' ? linked === null : room === null}
          >
            {kind.value === 'link' ? 'Open' : 'Begin'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Fields({ kind, form }: { readonly kind: Signal<Kind>; readonly form: Form }): JSX.Element {
  if (kind.value === 'OneToOneChat') return <PeopleField label="With whom" people={form.people} isOne />;
  if (kind.value === 'link')
    return <Field label="Link" value={form.link} hint="That of a public channel, or of a group that takes requests." />;
  return (
    <div class="stack">
      <Field label="Name" value={form.name} maxLength={64} required />
      <Field label="Description" value={form.description} maxLength={2_000} />
      <PeopleField label="Members" people={form.people} />
      {kind.value === 'Channel' ? (
        <SwitchOf label="Public" hint="Whoever has its link can join." isOn={form.isPublic} />
      ) : (
        <SwitchOf label="Join by approval" hint="Whoever has its link can ask to be let in." isOn={form.isByApproval} />
      )}
    </div>
  );
}

interface SwitchOfProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: Signal<boolean>;
}

const SwitchOf = ({ label, hint, isOn }: SwitchOfProps): JSX.Element => (
  <Switch
    label={label}
    hint={hint}
    isOn={isOn.value}
    onChange={(now) => {
      isOn.value = now;
    }}
  />
);
