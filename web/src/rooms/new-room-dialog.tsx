import type { NewRoom, RoomObject, User } from '@parley/client';
import { signal, useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field, Switch } from '../design/field.js';
import { Segments } from '../design/segments.js';
import { roomIdFromLink, showRoom } from '../location.js';
import { createRoom } from './create-room.js';
import { TYPE_NAMES } from './names.js';
import { PeopleField } from './people-field.js';

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
  /** Of a channel: anyone can join. */
  isPublic: signal(false),
  /** Of a group: an admin approves each new member. */
  isByApproval: signal(false),
});

type Form = ReturnType<typeof newForm>;

/** Null while a required field is empty. */
function newRoomFrom(kind: Kind, form: Form): NewRoom | null {
  const ids = form.people.value.map(({ id }) => id);
  const [first] = ids;
  if (kind === 'link' || (kind === 'OneToOneChat' && first === undefined)) return null;
  if (kind === 'OneToOneChat') return { type: kind, participants: [first ?? 0] };
  const description = { name: form.name.value.trim(), description: form.description.value.trim() };
  if (!description.name) return null;
  if (kind === 'Channel')
    return { type: kind, ...description, subscribers: ids, extra_fields: { is_public: form.isPublic.value } };
  return {
    ...{ type: kind, ...description, participants: ids },
    extra_fields: { join_approval_required: form.isByApproval.value },
  };
}

export function NewRoomDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { parley } = useChat();
  const kind = useSignal<Kind>('OneToOneChat');
  const form = useMemo(newForm, []);
  const isBusy = useSignal(false);
  const linkedRoomId = roomIdFromLink(form.link.value);
  const room = newRoomFrom(kind.value, form);

  const submit = async (): Promise<void> => {
    if (kind.value === 'link' && linkedRoomId !== null) {
      onClose();
      showRoom(linkedRoomId);
    } else if (room) {
      isBusy.value = true;
      const isDone = await createRoom(parley, room);
      isBusy.value = false;
      if (isDone) onClose();
    }
  };

  return (
    <Dialog title="New conversation" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Segments
          legend="Type"
          name="kind"
          options={KINDS}
          chosen={kind.value}
          onChoose={(chosen) => {
            kind.value = chosen;
          }}
        />
        <Fields key={kind.value} kind={kind} form={form} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isBusy={isBusy.value}
            disabled={kind.value === 'link' ? linkedRoomId === null : room === null}
          >
            {kind.value === 'link' ? 'Open' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Fields({ kind, form }: { readonly kind: Signal<Kind>; readonly form: Form }): JSX.Element {
  if (kind.value === 'OneToOneChat') return <PeopleField label="User name" people={form.people} isSingle />;
  if (kind.value === 'link')
    return (
      <Field label="Link" value={form.link} hint="The link of a public channel, or of a group with join requests." />
    );
  return (
    <div class="stack">
      <Field label="Name" value={form.name} maxLength={64} required />
      <Field label="Description" value={form.description} maxLength={2_000} />
      <PeopleField label="Members" people={form.people} />
      {kind.value === 'Channel' ? (
        <SignalSwitch label="Public" hint="Anyone with the link can join." isOn={form.isPublic} />
      ) : (
        <SignalSwitch label="Join by approval" hint="Anyone with the link can ask to join." isOn={form.isByApproval} />
      )}
    </div>
  );
}

interface SignalSwitchProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: Signal<boolean>;
}

const SignalSwitch = ({ label, hint, isOn }: SignalSwitchProps): JSX.Element => (
  <Switch
    label={label}
    hint={hint}
    isOn={isOn.value}
    onChange={(now) => {
      isOn.value = now;
    }}
  />
);
