import type { JSX } from 'preact';

import { APP_NAME } from '../../src/deployment.js';
import { LanguageField } from '../../src/design/language-field.js';
import { ThemeButton } from '../../src/design/theme.js';
import { PageToasts } from '../../src/design/toasts.js';
import { t } from '../../src/languages/translate.js';
import { InvitationCard } from './invitation/invitation-card.js';
import { useDeployment } from '../../src/session/deployment-words.js';
import { secret } from './secret.js';
import { SetupCard } from './setup/setup-card.js';

const Card = location.pathname.endsWith('/invite') ? InvitationCard : SetupCard;

export function WelcomePage(): JSX.Element {
  const deployment = useDeployment();
  return (
    <>
      <main class="log-in">
        <div class="log-in-card">
          <img class="log-in-mark" src={deployment?.logo ?? './welcome/icon.svg'} alt="" width="52" height="52" />
          {secret.value === '' ? <NoSecret /> : <Card key={secret.value} secret={secret.value} />}
        </div>
        <div class="log-in-choices">
          <LanguageField />
          <ThemeButton />
        </div>
      </main>
      <PageToasts />
    </>
  );
}

const NoSecret = (): JSX.Element => (
  <>
    <h1>{APP_NAME}</h1>
    <p>{t('welcome.wholeAddress')}</p>
  </>
);
