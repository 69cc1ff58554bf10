import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { APP_NAME } from '../../../src/deployment.js';
import { Announcer } from '../../../src/design/announcer.js';
import { Button } from '../../../src/design/button.js';
import { PageToasts } from '../../../src/design/toasts.js';
import { LogInPage } from '../../../src/session/log-in-page.js';
import { proofQuestion } from '../../../src/session/reauthentication/proof-question.js';
import { Reauthentication } from '../../../src/session/reauthentication/reauthentication-dialog.js';
import { logOut, self as loggedIn } from '../../../src/session/session.js';
import { ApiError } from '../api-error.js';
import { t } from '../languages/texts.js';
import { errorText } from './attempt.js';
import { forgetMe, readMe, self } from './me.js';
import { hrefOf } from './router.js';
import { Shell } from './shell.js';

export function App(): JSX.Element {
  const user = loggedIn.value;
  return (
    <>
      {user ? (
        <LoggedIn key={user.id} />
      ) : (
        <LogInPage purpose={t('app.logInPurpose')} icon={hrefOf('icon.svg')} isOfChat={false} />
      )}
      {proofQuestion.value && <Reauthentication onClose={proofQuestion.value} />}
      <Announcer />
      <PageToasts />
    </>
  );
}

const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'permission_denied' ? t('app.noRole') : errorText(error);

/** The page after a log-in: the role of the user decides what it shows. */
function LoggedIn(): JSX.Element {
  const error = useSignal('');
  const read = (): void => {
    error.value = '';
    readMe().catch((thrown: unknown) => {
      error.value = refusalText(thrown);
    });
  };
  useEffect(() => {
    read();
    return forgetMe;
  }, []);
  if (self()) return <Shell />;
  return (
    <main class="log-in">
      <div class="log-in-card">
        <h1>{APP_NAME}</h1>
        {error.value === '' ? (
          <p role="status">{t('app.loading')}</p>
        ) : (
          <>
            <p role="alert">{error}</p>
            <Button onClick={read}>{t('app.retry')}</Button>
          </>
        )}
        <Button onClick={() => void logOut()}>{t('app.logOut')}</Button>
      </div>
    </main>
  );
}
