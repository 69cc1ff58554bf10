import type { JSX } from 'preact';

import { Button } from '../../../src/design/button.js';
import { Facts, Time } from '../app/facts.js';
import { saveJson } from '../app/save-file.js';
import { t } from '../languages/texts.js';
import type { ErasureReceipt } from './answers.js';

/** The receipt of an erasure. It is shown once, so it can be saved. */
export function ReceiptView({ receipt }: { readonly receipt: ErasureReceipt }): JSX.Element {
  const { user_id: id, username, erased_at: at, removed } = receipt;
  return (
    <section class="card" aria-label={t('users.receipt')}>
      <h2>{t('users.receipt')}</h2>
      <p>{t('users.receiptHint')}</p>
      <Facts
        facts={[
          [t('users.id'), String(id)],
          [t('users.username'), <bdi>{username}</bdi>],
          [t('users.erasedAt'), <Time iso={at} />],
          ...Object.entries(removed).map(([kind, count]) => [kind.replaceAll('_', ' '), String(count)] as const),
        ]}
      />
      <div class="acts">
        <Button kind="primary" onClick={() => saveJson(receipt, `receipt-${String(id)}.json`)}>
          {t('users.saveReceipt')}
        </Button>
      </div>
    </section>
  );
}
