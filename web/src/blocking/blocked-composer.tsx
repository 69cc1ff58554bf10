import type { User } from '@parley/client';
import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { UnblockButton } from './block-button.js';

/** In place of the composer of a direct message with a user whom the user blocks. */
export const BlockedComposer = ({ user }: { readonly user: User }): JSX.Element => (
  <div class="composer-closed blocked-composer">
    <p role="status">{t('blocking.youHaveBlocked', { name: personName(user) })}</p>
    <UnblockButton user={user} />
  </div>
);
