import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { Facts, Mark, Time } from '../app/facts.js';
import { FormButton } from '../app/form-button.js';
import { Heading } from '../app/heading.js';
import { ItemList } from '../app/item-list.js';
import { UserLink } from '../app/link.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { ApiKey } from './answers.js';
import { NewKeyButton } from './new-key-button.js';

export function KeysPage(): JSX.Element {
  const list = useList<ApiKey>('keys/', 'keys');
  return (
    <>
      <Heading title={t('keys.title')}>
        <NewKeyButton onCreated={() => list.reload()} />
      </Heading>
      <ItemList
        label={t('keys.title')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('keys.none')}
        row={(key) => <KeyView apiKey={key} onChange={() => list.reload()} />}
      />
    </>
  );
}

interface KeyViewProps {
  readonly apiKey: ApiKey;
  readonly onChange: () => Promise<void>;
}

function KeyView({ apiKey, onChange }: KeyViewProps): JSX.Element {
  const { id, name, prefix, scopes, username, only, created_by: maker } = apiKey;
  const { revoked_at: revoked, expires_at: expires } = apiKey;
  return (
    <>
      <p class="row-title">
        <bdi>{name}</bdi> <code>{prefix}…</code> {revoked !== null && <Mark kind="bad">{t('keys.revoked')}</Mark>}{' '}
        {apiKey.is_stopped && <Mark kind="bad">{t('keys.stopped')}</Mark>}
      </p>
      <Facts
        facts={[
          [t('keys.scopes'), scopes.join(', ')],
          [t('keys.user'), username === null ? null : <UserLink username={username} />],
          [t('keys.only'), only === null ? null : only.join(', ')],
          [t('keys.createdAt'), <Time iso={apiKey.created_at} />],
          [t('keys.createdBy'), maker === null ? null : <UserLink username={maker} />],
          [t('keys.lastUsed'), apiKey.last_used_at === null ? t('keys.never') : <Time iso={apiKey.last_used_at} />],
          [t('keys.expires'), expires === null ? null : <Time iso={expires} />],
          [t('keys.revokedAt'), revoked === null ? null : <Time iso={revoked} />],
        ]}
      />
      {revoked === null && (
        <FormButton
          kind="danger"
          label={t('keys.revoke')}
          name={t('keys.revokeOf', { name })}
          form={{
            title: t('keys.revokeOf', { name }),
            verb: t('keys.revoke'),
            isDangerous: true,
            fields: [],
            intro: t('keys.revokeEffect'),
            onSubmit: async () => {
              await post(`keys/${id}/revoke/`);
              toast(t('app.done'));
              await onChange();
            },
          }}
        />
      )}
    </>
  );
}
