import type { JSX } from 'preact';

import { serviceUrl } from '../../src/deployment.js';
import { t } from '../../src/languages/translate.js';

/** What is done, and the way to the log-in. */
export const OpenChat = ({ text }: { readonly text: string }): JSX.Element => (
  <>
    <p role="status">{text}</p>
    <p>
      <a href={serviceUrl('./').href}>{t('welcome.openChat')}</a>
    </p>
  </>
);
