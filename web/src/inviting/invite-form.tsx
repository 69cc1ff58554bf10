import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { Labelled } from '../design/labelled.js';
import { Segments } from '../design/segments.js';
import { t } from '../languages/translate.js';
import { duration } from '../moderation/durations.js';
import { RoomChoices } from '../rooms/room-choices.js';
import { isMailOffered as readMailOffer, useAnswer, useDeployment } from '../session/deployment-words.js';
import { InvitationRefused, makeInvitation } from './invitation-requests.js';
import type { MadeInvitation, NewInvitation } from './invitation-requests.js';
import { refusalText } from './refusal-text.js';

const A_DAY = 86_400;
const DAYS = ['1', '7', '30', '90'] as const;
const MOST_USES = 1_000;
const MOST_ROOMS = 20;

/** Undefined: the text is no number of people. */
function usesIn(text: string): number | undefined {
  const uses = Number(text);
  return /^\d+$/.test(text.trim()) && uses >= 1 && uses <= MOST_USES ? uses : undefined;
}

type Errors = Readonly<Partial<Record<'email' | 'guestUntil' | 'rooms' | 'uses' | 'form', string>>>;

function errorsOf(error: unknown, hasRooms: boolean): Errors {
  if (error instanceof InvitationRefused) {
    if (error.fields.uses) return { uses: t('inviting.usesRange', { most: MOST_USES }) };
    if (error.fields.guest_until) return { guestUntil: t('inviting.laterDay') };
    if (error.fields.email) return { email: t('inviting.noAddress') };
    const isOfRooms = hasRooms && (error.status === 403 || error.status === 404);
    if (isOfRooms || error.fields.rooms) return { rooms: t('inviting.mayNotAdd') };
  }
  return { form: refusalText(error) };
}

/** @param lastDay of the access, in the time zone of the user; empty: it has no end */
function guestFields(lastDay: string): Pick<NewInvitation, 'role' | 'guest_until'> {
  const end = new Date(`${lastDay}T23:59:59`);
  return { role: 'guest', ...(!Number.isNaN(end.getTime()) && { guest_until: end.toISOString() }) };
}

interface InviteFormProps {
  /** The only room, whose guests are invited. Undefined: members are, to any rooms. */
  readonly guestRoomId?: string | undefined;
  readonly onMade: (made: MadeInvitation) => void;
}

/** Asks whom an invitation is for, and makes it. It is shown once its fields are known: another would move them. */
export function InviteForm(props: InviteFormProps): JSX.Element | null {
  const deployment = useDeployment();
  const isMailOffered = useAnswer(readMailOffer, false);
  if (deployment === undefined || isMailOffered === undefined) return null;
  return <Fields {...props} {...{ isMailOffered }} hasSignUp={deployment?.sign_up !== 'off'} />;
}

interface FieldsProps extends InviteFormProps {
  readonly isMailOffered: boolean;
  readonly hasSignUp: boolean;
}

function Fields({ guestRoomId, onMade, isMailOffered, hasSignUp }: FieldsProps): JSX.Element {
  const { rooms } = useChat();
  const [uses, days] = [useSignal('1'), useSignal<(typeof DAYS)[number]>('7')];
  const email = useSignal('');
  const usesField = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => usesField.current?.focus(), []);
  const address = email.value.trim();
  const chosen = useSignal<ReadonlySet<string>>(new Set(guestRoomId === undefined ? [] : [guestRoomId]));
  const lastDay = useSignal('');
  const errors = useSignal<Errors>({});
  const isBusy = useSignal(false);
  const entries = rooms.sorted.value.filter(({ type }) => type !== 'OneToOneChat');

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const most = address === '' ? usesIn(uses.value) : 1;
    errors.value = most === undefined ? { uses: t('inviting.usesRange', { most: MOST_USES }) } : {};
    if (most === undefined) return;
    const ids = [...chosen.value];
    isBusy.value = true;
    try {
      onMade(
        await makeInvitation({
          rooms: ids,
          uses: most,
          expires_in: Number(days.value) * A_DAY,
          ...(address !== '' && { email: address }),
          ...(guestRoomId !== undefined && guestFields(lastDay.value)),
        }),
      );
    } catch (error) {
      errors.value = errorsOf(error, ids.length > 0);
    }
    isBusy.value = false;
  };

  return (
    <form class="stack" noValidate onSubmit={(event) => void submit(event)}>
      {!hasSignUp && <p class="notice">{t('inviting.noSignUp')}</p>}
      {isMailOffered && (
        <Field
          label={t('inviting.email')}
          hint={t('inviting.emailHint')}
          value={email}
          error={errors.value.email}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
        />
      )}
      {address === '' && (
        <Labelled label={t('inviting.uses')} error={errors.value.uses}>
          {(attributes) => (
            <input
              {...attributes}
              ref={usesField}
              class="input invite-uses"
              type="text"
              inputmode="numeric"
              autocomplete="off"
              value={uses.value}
              onInput={({ currentTarget }) => (uses.value = currentTarget.value)}
            />
          )}
        </Labelled>
      )}
      <div>
        {/* The legend of the choice is for screen readers. */}
        <p class="invite-end" aria-hidden="true">
          {t('inviting.validFor')}
        </p>
        <Segments
          legend={t('inviting.validFor')}
          name="invitation-end"
          options={DAYS.map((each) => [each, duration(Number(each) * A_DAY)] as const)}
          chosen={days.value}
          onChoose={(each) => (days.value = each)}
        />
      </div>
      {guestRoomId !== undefined && (
        <Field
          label={t('inviting.guestUntil')}
          hint={t('inviting.guestHint')}
          type="date"
          value={lastDay}
          error={errors.value.guestUntil}
        />
      )}
      {guestRoomId === undefined && entries.length > 0 && (
        <RoomChoices
          legend={t('inviting.rooms')}
          entries={entries}
          chosen={chosen}
          most={MOST_ROOMS}
          error={errors.value.rooms}
        />
      )}
      <p class="refusal" role="alert">
        {errors.value.form}
      </p>
      <div class="dialog-buttons">
        <Button kind="primary" type="submit" isBusy={isBusy.value}>
          {t(address === '' ? 'inviting.make' : 'inviting.send')}
        </Button>
      </div>
    </form>
  );
}
