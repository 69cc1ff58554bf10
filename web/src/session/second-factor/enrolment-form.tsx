import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { Button } from '../../design/button.js';
import { QrCode } from '../../design/qr-code.js';
import { copyText } from '../../design/clipboard.js';
import { t } from '../../languages/translate.js';
import { CodeForm } from './code-form.js';
import './second-factor.css';
import { codeErrorText } from './second-factor-requests.js';
import type { Enrolment, EnrolmentRequests } from './second-factor-requests.js';

type Heading = 'h2' | 'h4';

interface EnrolmentFormProps {
  readonly requests: EnrolmentRequests;
  /** The level of the headings in it. */
  readonly heading: Heading;
  /** The user has seen the recovery codes. */
  readonly onDone: () => void;
}

/** Shows the secret of a second factor, asks for a code of it, and shows the recovery codes. */
export function EnrolmentForm({ requests, heading, onDone }: EnrolmentFormProps): JSX.Element {
  const enrolment = useSignal<Enrolment | null>(null);
  const codes = useSignal<readonly string[] | null>(null);
  const errorText = useSignal('');
  useEffect(() => {
    requests.begin().then(
      (begun) => {
        enrolment.value = begun;
      },
      (error: unknown) => {
        errorText.value = codeErrorText(error);
      },
    );
  }, []);

  if (codes.value) return <RecoveryCodes codes={codes.value} heading={heading} onDone={onDone} />;
  return (
    <div class="second-factor">
      <p>{t('session.scanCode')}</p>
      {enrolment.value && (
        <>
          <QrCode text={enrolment.value.uri} />
          <code class="second-factor-secret">{enrolment.value.secret}</code>
          <CopyButton text={enrolment.value.secret} />
          <CodeForm
            verb={t('session.turnOn')}
            onCode={async (code) => {
              codes.value = await requests.confirm(code);
            }}
          />
        </>
      )}
      <p class="refusal" role="alert">
        {errorText}
      </p>
    </div>
  );
}

const CopyButton = ({ text }: { readonly text: string }): JSX.Element => (
  <Button onClick={() => void copyText(text, t('conversation.copied'))}>{t('session.copy')}</Button>
);

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly heading: Heading;
  readonly onDone: () => void;
}

function RecoveryCodes({ codes, heading: Heading, onDone }: RecoveryCodesProps): JSX.Element {
  return (
    <div class="second-factor">
      <Heading>{t('session.recoveryCodes')}</Heading>
      <p>{t('session.recoveryCodesHint')}</p>
      <ul class="second-factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} />
      <Button kind="primary" onClick={onDone}>
        {t('design.close')}
      </Button>
    </div>
  );
}
