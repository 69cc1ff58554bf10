import type { User } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { ConfirmButton } from '../design/confirm-button.js';
import { Field } from '../design/field.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { duration } from './durations.js';

const HOUR = 3_600;
/** The seconds of the mutes that are offered. */
const TIMES = [HOUR, 24 * HOUR, 7 * 24 * HOUR] as const;

/** The most characters of a reason. */
const LONGEST_REASON = 500;

interface RestrictMemberProps {
  readonly user: User;
  readonly roomId: string;
  /** Called after the user was restricted. */
  readonly onDone?: (() => void) | undefined;
}

/** Mutes a user for a time, or bans the user from the room. */
export function RestrictMember({ user, roomId, onDone }: RestrictMemberProps): JSX.Element {
  const { parley } = useChat();
  const reason = useSignal('');
  const name = personName(user);
  const restrict = async (kind: 'mute' | 'ban', seconds?: number): Promise<void> => {
    const end = seconds === undefined ? {} : { until: new Date(Date.now() + seconds * 1_000).toISOString() };
    const why = reason.value.trim() === '' ? {} : { reason: reason.value.trim() };
    const request = { room_id: roomId, user_id: user.id, kind, ...end, ...why };
    if (!(await attempt(() => parley.ask('room.restrict', request)))) return;
    reason.value = '';
    onDone?.();
  };
  return (
    <>
      <Field
        label={t('settings.restrictionReason')}
        hint={t('settings.restrictionReasonHint')}
        maxLength={LONGEST_REASON}
        value={reason}
      />
      <div class="mutes" role="group" aria-label={t('settings.muteMember', { name })}>
        <p class="muted">{t('settings.muteMember', { name })}</p>
        {TIMES.map((seconds) => (
          <Button key={seconds} onClick={() => void restrict('mute', seconds)}>
            {duration(seconds)}
          </Button>
        ))}
        <Button onClick={() => void restrict('mute')}>{t('settings.withoutEnd')}</Button>
      </div>
      <ConfirmButton
        kind="danger"
        title={t('settings.banQuestion', { name })}
        question={t('settings.banEffect')}
        verb={t('settings.ban')}
        onConfirm={() => void restrict('ban')}
      >
        {t('settings.banMember', { name })}
      </ConfirmButton>
    </>
  );
}
