import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../deployment.js';
import { LanguageField } from '../design/language-field.js';
import { onDemand } from '../design/on-demand.js';
import { ThemeButton } from '../design/theme.js';
import { t, withAllTexts } from '../languages/translate.js';
import { useDeployment } from './deployment-words.js';
import { LogInForm } from './log-in-form.js';
import { expiredName, hasExpired, logInWithPassword } from './session.js';
import type { NextStep } from './session-endpoint.js';

const ProviderLogIn = onDemand(async () => (await import('./provider/provider-log-in.js')).ProviderLogIn);
const LogInHelp = onDemand(async () => (await withAllTexts(import('./log-in-help.js'))).LogInHelp);
const LogInStep = onDemand(async () => (await import('./second-factor/log-in-step.js')).LogInStep);

/** Where the service does not say more. */
const UNKNOWN = { name: APP_NAME, welcome: '', logo: null };

interface LogInPageProps {
  /** The purpose of the log-in, shown to the user. */
  readonly purpose?: string;
  /** The address of the icon. */
  readonly icon?: string;
  /** Whether it is the page of everybody: with texts in all languages, and the welcome of the deployment. */
  readonly isOfChat?: boolean;
}

export function LogInPage({
  purpose = t('session.logInToChat'),
  icon = './icon.svg',
  isOfChat = true,
}: LogInPageProps): JSX.Element | null {
  const username = useSignal(expiredName.peek());
  const step = useSignal<NextStep | null>(null);
  const deployment = useDeployment();
  const { name, welcome, logo } = deployment ?? UNKNOWN;

  // Words that came later would move the form while a user points at it.
  if (deployment === undefined) return null;
  if (step.value) {
    return (
      <main class="log-in">
        <div class="log-in-card">
          <h1 dir="auto">{name}</h1>
          <LogInStep username={username.value} step={step.value} onClose={() => (step.value = null)} />
        </div>
      </main>
    );
  }
  return (
    <main class="log-in">
      <div class="log-in-card">
        <Mark logo={logo} icon={icon} />
        <h1 dir="auto">{name}</h1>
        <p class="muted">{purpose}</p>
        {isOfChat && <Welcome text={welcome} />}
        <ExpiredNote />
        <LogInForm username={username} logIn={logInWithPassword} onStep={(next) => (step.value = next)} />
        <ProviderLogIn />
        {isOfChat && <LogInHelp deployment={deployment} />}
      </div>
      <div class="log-in-choices">
        {isOfChat && <LanguageField />}
        <ThemeButton />
      </div>
    </main>
  );
}

const Mark = ({ logo, icon }: { readonly logo: string | null; readonly icon: string }): JSX.Element => (
  <img class="log-in-mark" src={logo ?? icon} alt="" width="52" height="52" />
);

const Welcome = ({ text }: { readonly text: string }): JSX.Element | null =>
  text === '' ? null : (
    <p class="description" dir="auto">
      {text}
    </p>
  );

const ExpiredNote = (): JSX.Element | null =>
  hasExpired.value ? (
    <p class="notice" role="status">
      {t('session.expired')}
    </p>
  ) : null;
