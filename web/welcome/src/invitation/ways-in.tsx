import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Segments } from '../../../src/design/segments.js';
import { t } from '../../../src/languages/translate.js';
import type { NewAccount } from '../new-account.js';
import { AccountLogIn } from './account-log-in.js';
import type { Opened } from './invitation.js';
import { SignUpForm } from '../sign-up/sign-up-form.js';

interface WaysInProps {
  readonly token: string;
  readonly opened: Opened;
  readonly onMade: (account: NewAccount) => void;
}

/** The ways in for somebody who is not logged in: a new account, where people make their own, or a log-in. */
export function WaysIn({ token, opened: { invitation, deployment }, onMade }: WaysInProps): JSX.Element {
  const hasPasswords = deployment.log_in.includes('password');
  const way = useSignal<'log-in' | 'sign-up'>('sign-up');
  if (deployment.sign_up === 'off' || !hasPasswords) {
    return (
      <>
        <p class="notice">{t('welcome.signUpOff')}</p>
        <AccountLogIn hasPasswords={hasPasswords} />
      </>
    );
  }
  return (
    <>
      <Segments
        legend={t('welcome.wayIn')}
        name="way-in"
        options={[
          ['sign-up', t('welcome.makeAccount')],
          ['log-in', t('welcome.haveAccount')],
        ]}
        chosen={way.value}
        onChoose={(chosen) => (way.value = chosen)}
      />
      {way.value === 'sign-up' ? (
        <SignUpForm token={token} email={invitation.email} onMade={onMade} />
      ) : (
        <AccountLogIn hasPasswords />
      )}
    </>
  );
}
