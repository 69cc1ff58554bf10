import type { FunctionComponent, JSX } from 'preact';

import { APP_NAME } from '../../src/deployment.js';
import { LanguageField } from '../../src/design/language-field.js';
import { ThemeButton } from '../../src/design/theme.js';
import { PageToasts } from '../../src/design/toasts.js';
import { t } from '../../src/languages/translate.js';
import { InvitationCard } from './invitation/invitation-card.js';
import { NewPasswordCard } from './recovery/new-password-card.js';
import { RecoveryCard } from './recovery/recovery-card.js';
import { useDeployment } from '../../src/session/deployment-words.js';
import { secret } from './secret.js';
import { SetupCard } from './setup/setup-card.js';
import { SignUpCard } from './sign-up/sign-up-card.js';
import { UnsubscribeCard } from './unsubscribe/unsubscribe-card.js';
import { VerificationCard } from './sign-up/verification-card.js';

interface Cards {
  /** With the secret of the address. */
  readonly Card: FunctionComponent<{ readonly secret: string }>;
  /** Without one. */
  readonly Other: FunctionComponent;
}

const SETUP: Cards = { Card: SetupCard, Other: NoSecret };
/** By the ends of the addresses. */
const CARDS: Readonly<Record<string, Cards>> = {
  setup: SETUP,
  invite: { Card: InvitationCard, Other: NoSecret },
  verify: { Card: VerificationCard, Other: NoSecret },
  recover: { Card: NewPasswordCard, Other: RecoveryCard },
  unsubscribe: { Card: UnsubscribeCard, Other: NoSecret },
  'sign-up': { Card: SignUpCard, Other: SignUpCard },
};
const { Card, Other } = CARDS[location.pathname.split('/').at(-1) ?? ''] ?? SETUP;

export function WelcomePage(): JSX.Element {
  const deployment = useDeployment();
  return (
    <>
      <main class="log-in">
        <div class="log-in-card">
          <img class="log-in-mark" src={deployment?.logo ?? './welcome/icon.svg'} alt="" width="52" height="52" />
          {secret.value === '' ? <Other /> : <Card key={secret.value} secret={secret.value} />}
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

function NoSecret(): JSX.Element {
  return (
    <>
      <h1>{APP_NAME}</h1>
      <p>{t('welcome.wholeAddress')}</p>
    </>
  );
}
