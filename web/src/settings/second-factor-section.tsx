import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { Button } from '../design/button.js';
import { t } from '../languages/translate.js';
import { CodeForm } from '../session/second-factor/code-form.js';
import { EnrolmentForm } from '../session/second-factor/enrolment-form.js';
import {
  ownEnrolment,
  removeSecondFactor,
  secondFactorState,
} from '../session/second-factor/second-factor-requests.js';
import type { SecondFactorState } from '../session/second-factor/second-factor-requests.js';

/** The second factor of the user's log-ins by password. It is not shown where there are none. */
export function SecondFactorSection(): JSX.Element | null {
  const state = useSignal<SecondFactorState | null>(null);
  const isChanging = useSignal(false);
  const read = (): void => {
    isChanging.value = false;
    secondFactorState().then(
      (read) => {
        state.value = read;
      },
      () => undefined,
    );
  };
  useEffect(read, []);
  if (!state.value) return null;
  const { enabled, recovery_codes: count } = state.value;
  return (
    <section class="settings-section" aria-label={t('session.secondFactor')}>
      <h3>{t('session.secondFactor')}</h3>
      <p class="hint">{enabled ? t('session.secondFactorOn', { count }) : t('session.secondFactorOff')}</p>
      {!isChanging.value && (
        <Button onClick={() => (isChanging.value = true)}>
          {enabled ? t('session.turnOff') : t('session.turnOn')}
        </Button>
      )}
      {isChanging.value && !enabled && <EnrolmentForm requests={ownEnrolment} heading="h4" onDone={read} />}
      {isChanging.value && enabled && (
        <CodeForm
          verb={t('session.turnOff')}
          hint={t('session.codeHint')}
          onCode={async (code) => {
            await removeSecondFactor(code);
            read();
          }}
        />
      )}
    </section>
  );
}
