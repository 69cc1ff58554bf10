import type { JSX } from 'preact';

import { Facts } from '../app/facts.js';
import { fileSize, numberText } from '../app/numbers.js';
import { t } from '../languages/texts.js';
import type { DeploymentCounts } from './answers.js';

export function DeploymentView({ counts }: { readonly counts: DeploymentCounts | null }): JSX.Element {
  return (
    <section class="card" aria-label={t('figures.deployment')}>
      <h2>{t('figures.deployment')}</h2>
      {counts === null ? (
        <p class="muted">{t('figures.counting')}</p>
      ) : (
        <Facts
          facts={[
            [t('figures.usersTotal'), numberText(counts.users.total)],
            [t('figures.usersActive'), numberText(counts.users.active)],
            [t('figures.usersOnline'), numberText(counts.users.online)],
            ...Object.entries(counts.rooms).map(([type, count]) => [type, numberText(count)] as const),
            [t('figures.messagesTotal'), numberText(counts.messages)],
            [t('figures.files'), numberText(counts.files)],
            [t('figures.fileBytes'), fileSize(counts.file_bytes)],
            [t('figures.databaseBytes'), fileSize(counts.database_bytes)],
          ]}
        />
      )}
    </section>
  );
}
