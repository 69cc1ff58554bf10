import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../../../src/deployment.js';
import { t } from '../../../src/languages/translate.js';
import { useDeployment } from '../../../src/session/deployment-words.js';
import { SignUpForm } from './sign-up-form.js';

/** An account without an invitation, where the deployment permits it. It is made by the link of a mail. */
export function SignUpCard(): JSX.Element | null {
  const isAsked = useSignal(false);
  const deployment = useDeployment();
  // Words that came later would move the form.
  if (deployment === undefined) return null;
  const isOpen = deployment === null || deployment.sign_up === 'open' || deployment.sign_up === 'domains';
  const body = (): JSX.Element => {
    if (isAsked.value) return <p role="status">{t('welcome.verifyEmail')}</p>;
    if (!isOpen) return <p class="notice">{t('welcome.signUpOff')}</p>;
    return <SignUpForm email="" onMade={() => undefined} onPending={() => (isAsked.value = true)} />;
  };
  return (
    <>
      <h1 dir="auto">{deployment?.name ?? APP_NAME}</h1>
      {body()}
    </>
  );
}
