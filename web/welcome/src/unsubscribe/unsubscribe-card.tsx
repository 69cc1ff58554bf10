import type { JSX } from 'preact';

import { t } from '../../../src/languages/translate.js';
import { LinkCard } from '../link-card.js';
import { send } from '../requests.js';

/** Ends mails about missed messages. @param secret of the link of such a mail */
export const UnsubscribeCard = ({ secret: token }: { readonly secret: string }): JSX.Element => (
  <LinkCard
    hint={t('welcome.unsubscribeHint')}
    button={t('welcome.unsubscribe')}
    act={async () => {
      await send('POST', `api/mail/unsubscribe/${encodeURIComponent(token)}/`);
      return () => t('welcome.unsubscribed');
    }}
    meaning={({ status }) => (status === 404 ? t('welcome.unsubscribeVoid') : undefined)}
  />
);
