import type { JSX } from 'preact';

import { serviceUrl } from '../deployment.js';
import { t } from '../languages/translate.js';
import { isMailOffered, useAnswer } from './deployment-words.js';
import type { DeploymentWords } from './deployment-words.js';

/** The ways to an account for somebody who cannot log in, if the service says them. */
export function LogInHelp({ deployment }: { readonly deployment: DeploymentWords | null }): JSX.Element | null {
  const hasRecovery = useAnswer(isMailOffered, false);
  if (!deployment) return null;
  const makesOwn = deployment.sign_up === 'open' || deployment.sign_up === 'domains';
  return (
    <>
      {hasRecovery && (
        <p class="hint">
          <a href={serviceUrl('recover').href}>{t('session.forgotPassword')}</a>
        </p>
      )}
      {makesOwn ? (
        <p class="hint">
          <a href={serviceUrl('sign-up').href}>{t('session.makeAccount')}</a>
        </p>
      ) : (
        <p class="hint">{t(deployment.sign_up === 'off' ? 'session.askForAccount' : 'session.askForInvitation')}</p>
      )}
    </>
  );
}
