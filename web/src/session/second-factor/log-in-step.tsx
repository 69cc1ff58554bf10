import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../../design/button.js';
import { t } from '../../languages/translate.js';
import { beginLogIn } from '../session.js';
import type { NextStep } from '../session-endpoint.js';
import { CodeForm } from './code-form.js';
import { EnrolmentForm } from './enrolment-form.js';
import { continueSession, requiredEnrolment } from './second-factor-requests.js';

interface LogInStepProps {
  readonly username: string;
  readonly step: NextStep;
  /** Ends the log-in, by default that of the web client. */
  readonly continueLogIn?: (username: string, ticket: string, code?: string) => Promise<void>;
  readonly onClose: () => void;
}

const continueOnPage = (username: string, ticket: string, code?: string): Promise<void> =>
  beginLogIn(username, continueSession(ticket, code));

/** The step of a log-in after the password: a code, or the enrolment of a second factor. */
export function LogInStep({ username, step, continueLogIn = continueOnPage, onClose }: LogInStepProps): JSX.Element {
  const next = useSignal('');
  if (step.code === 'second_factor_required') {
    return (
      <>
        <CodeForm
          verb={t('session.logIn')}
          hint={t('session.codeHint')}
          onCode={(code) => continueLogIn(username, step.ticket, code)}
        />
        <Button onClick={onClose}>{t('design.cancel')}</Button>
      </>
    );
  }
  const requests = requiredEnrolment(step.ticket, (ticket) => {
    next.value = ticket;
  });
  return (
    <EnrolmentForm
      requests={requests}
      heading="h2"
      // A ticket that has expired meanwhile needs the password again.
      onDone={() => void continueLogIn(username, next.value).catch(onClose)}
    />
  );
}
