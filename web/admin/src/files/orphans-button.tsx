import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { AnswerView } from '../app/answer-view.js';
import { Facts } from '../app/facts.js';
import { FormButton } from '../app/form-button.js';
import { fileSize, numberText } from '../app/numbers.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import type { FilePurge } from './answers.js';

/** Deletes stored bytes that belong to no file. */
export const OrphansButton = (): JSX.Element => (
  <FormButton
    label={t('files.purge')}
    form={{
      title: t('files.purge'),
      verb: t('files.purge'),
      isDangerous: true,
      fields: [],
      intro: <Orphans />,
      onSubmit: async () => {
        const { orphans } = await post<FilePurge>('files/purge-orphans/');
        toast(t('files.purged', { count: orphans }));
      },
    }}
  />
);

function Orphans(): JSX.Element {
  const answer = useAnswer<FilePurge>('files/orphans/');
  return (
    <>
      <p>{t('files.purgeEffect')}</p>
      <AnswerView answer={answer}>
        {(found) => (
          <Facts
            facts={[
              [t('files.orphans'), numberText(found.orphans)],
              [t('files.orphanBytes'), fileSize(found.orphan_bytes)],
              [t('files.missing'), numberText(found.missing)],
              [t('files.missingIds'), found.missing_ids.join(', ')],
            ]}
          />
        )}
      </AnswerView>
    </>
  );
}
