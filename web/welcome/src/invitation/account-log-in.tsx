import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { serviceUrl } from '../../../src/deployment.js';
import { onDemand } from '../../../src/design/on-demand.js';
import { t } from '../../../src/languages/translate.js';
import { LogInForm } from '../../../src/session/log-in-form.js';
import type { NextStep } from '../../../src/session/session-endpoint.js';
import { continueVisitor, logInVisitor } from './visitor.js';

const LogInStep = onDemand(async () => (await import('../../../src/session/second-factor/log-in-step.js')).LogInStep);

/** The log-in of somebody who has an account. Without passwords, it is that of the web client in another tab. */
export function AccountLogIn({ hasPasswords }: { readonly hasPasswords: boolean }): JSX.Element {
  const username = useSignal('');
  const step = useSignal<NextStep | null>(null);
  if (!hasPasswords) {
    return (
      <>
        <p>{t('welcome.logInElsewhere')}</p>
        <a class="button" href={serviceUrl('./').href} target="_blank" rel="noopener noreferrer">
          {t('welcome.openChat')}
        </a>
      </>
    );
  }
  if (!step.value) {
    // A choice by the keyboard stays at the choice.
    return (
      <LogInForm username={username} logIn={logInVisitor} onStep={(next) => (step.value = next)} isFirst={false} />
    );
  }
  return (
    <LogInStep
      username={username.value}
      step={step.value}
      continueLogIn={continueVisitor}
      onClose={() => (step.value = null)}
    />
  );
}
