import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { getBlob, post, remove } from '../api.js';
import { ActButton } from '../app/act-button.js';
import { FormButton } from '../app/form-button.js';
import type { FormField } from '../app/form-values.js';
import { mayOn } from '../app/me.js';
import { go } from '../app/router.js';
import { saveFile } from '../app/save-file.js';
import { t } from '../languages/texts.js';
import { userPath } from './account.js';
import type { Account, ErasureReceipt } from './answers.js';
import { Holdings } from './holdings.js';

interface PersonalDataActsProps {
  readonly account: Account;
  readonly onErased: (receipt: ErasureReceipt) => void;
}

export function PersonalDataActs({ account, onErased }: PersonalDataActsProps): JSX.Element | null {
  const { username } = account;
  const [mayExport, mayDelete] = [mayOn('users.export', account), mayOn('users.delete', account)];
  if (!mayExport && !mayDelete) return null;
  const at = userPath(username);
  const typed = { name: 'typed', text: username };
  const fields: readonly FormField[] = [
    { name: typed.name, label: t('users.typeName', { name: username }), kind: 'text', isRequired: true },
  ];
  return (
    <section class="card" aria-label={t('users.personalData')}>
      <h2>{t('users.personalData')}</h2>
      <div class="acts">
        {mayExport && (
          <ActButton
            label={t('users.export')}
            onAct={async () => {
              saveFile(await getBlob(`${at}export/`), `${username}.json`);
            }}
          />
        )}
        {mayDelete && (
          <>
            <FormButton
              kind="danger"
              label={t('users.delete')}
              form={{
                title: t('users.actOn', { act: t('users.delete'), name: username }),
                verb: t('users.delete'),
                fields,
                typed,
                isDangerous: true,
                intro: <Holdings username={username} text={t('users.deleteEffect')} />,
                onSubmit: async () => {
                  await remove(at);
                  toast(t('users.deleted', { name: username }));
                  go('users');
                },
              }}
            />
            <FormButton
              kind="danger"
              label={t('users.erase')}
              form={{
                title: t('users.actOn', { act: t('users.erase'), name: username }),
                verb: t('users.erase'),
                fields,
                typed,
                isDangerous: true,
                intro: <Holdings username={username} text={t('users.eraseEffect')} />,
                onSubmit: async () => {
                  onErased(await post<ErasureReceipt>(`${at}erase/`));
                },
              }}
            />
          </>
        )}
      </div>
    </section>
  );
}
