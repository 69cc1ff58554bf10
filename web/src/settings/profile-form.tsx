import type { OwnSettings } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { Labelled } from '../design/labelled.js';
import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { useFieldErrors } from '../field-errors.js';
import type { FieldErrors } from '../field-errors.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';

const HOUR_MS = 3_600_000;
/** The times after which a status ends, in hours; 0: it does not. */
const DURATIONS: readonly (readonly [hours: number, label: TextKey])[] = [
  [0, 'settings.untilRemoved'],
  [1, 'settings.forAnHour'],
  [8, 'settings.forEightHours'],
  [24, 'settings.forADay'],
];

/** The fields that the service may refuse. */
const FIELDS = ['first_name', 'last_name', 'text', 'emoji'] as const;

interface ProfileFormProps {
  readonly profile: Pick<OwnSettings['user'], 'first_name' | 'last_name' | 'status'>;
}

/** Edits the profile that other users see. */
export function ProfileForm({ profile }: ProfileFormProps): JSX.Element {
  const { users } = useChat();
  const firstName = useSignal(profile.first_name);
  const lastName = useSignal(profile.last_name);
  const emoji = useSignal(profile.status?.emoji ?? '');
  const text = useSignal(profile.status?.text ?? '');
  const hours = useSignal<number | undefined>(profile.status?.until ? undefined : 0);
  const { errors, show } = useFieldErrors(FIELDS);
  const isBusy = useSignal(false);

  const until = (): string | null => {
    if (hours.value === undefined) return profile.status?.until ?? null;
    return hours.value === 0 ? null : new Date(Date.now() + hours.value * HOUR_MS).toISOString();
  };
  const save = async (): Promise<void> => {
    isBusy.value = true;
    errors.value = {};
    const hasStatus = Boolean(text.value.trim() || emoji.value.trim());
    const changes = {
      first_name: firstName.value.trim(),
      last_name: lastName.value.trim(),
      status: hasStatus ? { text: text.value.trim(), emoji: emoji.value.trim() || null, until: until() } : null,
    };
    const isDone = await attempt(() => users.update(changes), {}, show);
    if (isDone) toast(t('settings.profileSaved'));
    isBusy.value = false;
  };
  return (
    <form
      class="settings-profile"
      aria-label={t('settings.profile')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={t('settings.firstName')} value={firstName} error={errors.value.first_name} maxLength={150} />
      <Field label={t('settings.lastName')} value={lastName} error={errors.value.last_name} maxLength={150} />
      <StatusFields {...{ text, emoji, hours, errors }} hasEnd={Boolean(profile.status?.until)} />
      <Button kind="primary" type="submit" isBusy={isBusy.value}>
        {t('settings.saveProfile')}
      </Button>
    </form>
  );
}

interface StatusFieldsProps {
  readonly text: Signal<string>;
  readonly emoji: Signal<string>;
  /** Undefined: the present end stays. */
  readonly hours: Signal<number | undefined>;
  readonly errors: Signal<FieldErrors<'text' | 'emoji'>>;
  /** Whether the present status has an end. */
  readonly hasEnd: boolean;
}

function StatusFields({ text, emoji, hours, errors, hasEnd }: StatusFieldsProps): JSX.Element {
  return (
    <>
      <Field label={t('settings.status')} value={text} error={errors.value.text} maxLength={100} />
      <Field label={t('settings.statusEmoji')} value={emoji} error={errors.value.emoji} maxLength={32} />
      <Labelled label={t('settings.showStatus')}>
        {(attributes) => (
          <select
            {...attributes}
            class="input"
            value={hours.value === undefined ? '' : String(hours.value)}
            onChange={({ currentTarget: { value } }) => (hours.value = value === '' ? undefined : Number(value))}
          >
            {hasEnd && <option value="">{t('settings.untilPresentEnd')}</option>}
            {DURATIONS.map(([count, label]) => (
              <option key={count} value={String(count)}>
                {t(label)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </>
  );
}
