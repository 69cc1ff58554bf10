import type { JSX } from 'preact';

import { t } from '../../../src/languages/translate.js';
import { LinkCard } from '../link-card.js';
import { send } from '../requests.js';

/** Verifies an address. @param secret of the link of a mail that went there */
export const VerificationCard = ({ secret: token }: { readonly secret: string }): JSX.Element => (
  <LinkCard
    hint={t('welcome.verifyHint')}
    button={t('welcome.verify')}
    act={async () => {
      const path = `api/accounts/verify/${encodeURIComponent(token)}`;
      const { username } = await send<{ readonly username: string }>('POST', path);
      return () => t('welcome.verified', { name: username });
    }}
    meaning={({ status }) => {
      if (status === 404) return t('welcome.linkVoid');
      return status === 409 ? t('welcome.nameTakenMeanwhile') : undefined;
    }}
  />
);
