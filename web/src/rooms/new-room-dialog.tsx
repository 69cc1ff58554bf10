import type { NewRoom, Parley, ParleyError, RoomObject } from '@parley/client';
import { signal, useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { AreaField } from '../design/area-field.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field, Switch } from '../design/field.js';
import { Segments } from '../design/segments.js';
import { fieldErrorsOf } from '../field-errors.js';
import type { FieldErrors } from '../field-errors.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { roomIdFromLink, showRoom } from '../location.js';
import { PeoplePicker } from '../people/people-picker.js';
import { PeopleSelection } from '../people/people-selection.js';
import { accountRights } from '../session/account-rights.js';
import { createRoom } from './create-room.js';
import { typeName } from './names.js';
import { PostingChoice } from './posting-choice.js';
import type { Posting } from './posting-choice.js';

type Kind = RoomObject['type'] | 'link';

const KINDS: readonly Kind[] = ['OneToOneChat', 'GroupChat', 'Channel', 'link'];

const KIND_HINTS: Readonly<Record<Kind, TextKey>> = {
  OneToOneChat: 'rooms.typeDirectHint',
  GroupChat: 'rooms.typeGroupHint',
  Channel: 'rooms.typeChannelHint',
  link: 'rooms.typeLinkHint',
};

/** The kinds that the deployment lets the user make; all of them while that is not known. */
function permittedKinds(): readonly Kind[] {
  const { value: rights } = accountRights;
  const isForbidden = { GroupChat: rights?.create_groups === false, Channel: rights?.create_channels === false };
  return KINDS.filter((kind) => !(kind in isForbidden) || !isForbidden[kind as keyof typeof isForbidden]);
}

const kindName = (kind: Kind): string => (kind === 'link' ? t('rooms.byLink') : typeName({ type: kind }));

const newForm = (parley: Parley) => ({
  name: signal(''),
  description: signal(''),
  link: signal(''),
  people: new PeopleSelection(parley),
  /** Of a channel: anyone can join. */
  isPublic: signal(false),
  /** Of a channel: who may write. */
  posting: signal<Posting>('everyone'),
  /** Of a group: an admin approves each new member. */
  isByApproval: signal(false),
  errors: signal<FieldErrors<Named>>({}),
});

type Named = 'name' | 'description';

type Form = ReturnType<typeof newForm>;

/** Whether the required fields have values. */
function isComplete(kind: Kind, form: Form): boolean {
  if (kind === 'link') return roomIdFromLink(form.link.value) !== null;
  return kind === 'OneToOneChat' ? !form.people.isEmpty : form.name.value.trim() !== '';
}

/** Null while a required field is empty. */
function newRoomFrom(kind: Kind, form: Form): NewRoom | null {
  const { ids } = form.people;
  const [first] = ids;
  if (kind === 'link' || (kind === 'OneToOneChat' && first === undefined)) return null;
  if (kind === 'OneToOneChat') return { type: kind, participants: [first ?? 0] };
  const description = { name: form.name.value.trim(), description: form.description.value.trim() };
  if (!description.name) return null;
  if (kind === 'Channel')
    return {
      type: kind,
      ...description,
      subscribers: ids,
      extra_fields: { is_public: form.isPublic.value, posting: form.posting.value },
    };
  return {
    type: kind,
    ...description,
    participants: ids,
    extra_fields: { join_approval_required: form.isByApproval.value },
  };
}

export function NewRoomDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { parley } = useChat();
  const kind = useSignal<Kind>('OneToOneChat');
  const form = useMemo(() => newForm(parley), []);
  const isBusy = useSignal(false);
  const hasChosen = useSignal(false);

  const create = async (): Promise<void> => {
    form.errors.value = {};
    if (!(await form.people.find(kind.value === 'OneToOneChat'))) return;
    const room = newRoomFrom(kind.value, form);
    if (room && (await createRoom(parley, room, (error) => showErrors(form, error)))) onClose();
  };
  const submit = async (): Promise<void> => {
    const linkedRoomId = roomIdFromLink(form.link.value);
    if (kind.value !== 'link') {
      isBusy.value = true;
      await create();
      isBusy.value = false;
    } else if (linkedRoomId !== null) {
      onClose();
      showRoom(linkedRoomId);
    }
  };

  return (
    <Dialog title={t('rooms.newConversation')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Segments
          legend={t('rooms.type')}
          name="kind"
          options={permittedKinds().map((each) => [each, kindName(each)] as const)}
          chosen={kind.value}
          onChoose={(chosen) => {
            kind.value = chosen;
            // The focus stays on the types, among which the arrow keys move.
            hasChosen.value = true;
          }}
        />
        <p class="muted type-hint" aria-live="polite">
          {t(KIND_HINTS[kind.value])}
        </p>
        <Fields key={kind.value} kind={kind} form={form} isFirst={!hasChosen.value} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy.value} disabled={!isComplete(kind.value, form)}>
            {kind.value === 'link' ? t('rooms.open') : t('rooms.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Shows errors of fields beside them. @returns whether the error is about fields alone */
function showErrors(form: Form, error: ParleyError): boolean {
  const errors = fieldErrorsOf(error, ['name', 'description', 'participants', 'subscribers']);
  if (!errors) return false;
  form.errors.value = errors;
  form.people.error.value = errors.participants ?? errors.subscribers;
  return true;
}

interface FieldsProps {
  readonly kind: Signal<Kind>;
  readonly form: Form;
  /** Whether the first field has the focus. */
  readonly isFirst: boolean;
}

function Fields({ kind, form, isFirst }: FieldsProps): JSX.Element {
  if (kind.value === 'OneToOneChat')
    return <PeoplePicker label={t('rooms.userName')} selection={form.people} isSingle isFirst={isFirst} />;
  if (kind.value === 'link') return <Field label={t('rooms.link')} value={form.link} hint={t('rooms.linkHint')} />;
  return (
    <div class="stack">
      <Field label={t('rooms.name')} value={form.name} error={form.errors.value.name} maxLength={64} required />
      <AreaField
        label={t('rooms.description')}
        hint={t('rooms.optional')}
        value={form.description}
        error={form.errors.value.description}
        maxLength={2_000}
      />
      <PeoplePicker label={t('rooms.members')} selection={form.people} />
      {kind.value === 'Channel' ? (
        <>
          <PostingChoice chosen={form.posting.value} onChoose={(posting) => (form.posting.value = posting)} />
          <SignalSwitch label={t('rooms.public')} hint={t('rooms.publicHint')} isOn={form.isPublic} />
        </>
      ) : (
        <SignalSwitch label={t('rooms.joinByApproval')} hint={t('rooms.joinByApprovalHint')} isOn={form.isByApproval} />
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
  <Switch label={label} hint={hint} isOn={isOn.value} onChange={(now) => (isOn.value = now)} />
);
