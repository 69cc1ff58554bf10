import type { JSX } from 'preact';

import { Button } from '../../../src/design/button.js';
import { AnswerView } from '../app/answer-view.js';
import { Facts, Mark } from '../app/facts.js';
import { numberText } from '../app/numbers.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import type { RoomLogReport, RoomSummary } from './answers.js';

/** Checks that the numbered log of a room has no gap. */
export function LogCheck({ room }: { readonly room: RoomSummary }): JSX.Element {
  const answer = useAnswer<RoomLogReport>(`rooms/${room.id}/log/`);
  return (
    <section class="card" aria-label={t('rooms.log')}>
      <AnswerView answer={answer}>{(report) => <Report report={report} />}</AnswerView>
      <div class="acts">
        <Button onClick={() => void answer.reload()}>{t('rooms.checkLog')}</Button>
      </div>
    </section>
  );
}

function Report({ report }: { readonly report: RoomLogReport }): JSX.Element {
  const { complete, first_seq: first, last_seq: last, highest_seq: highest, missing, missing_count: count } = report;
  return (
    <>
      <p role="status">
        <Mark kind={complete ? 'good' : 'bad'}>{complete ? t('rooms.logComplete') : t('rooms.logIncomplete')}</Mark>
      </p>
      <Facts
        facts={[
          [t('rooms.firstChecked'), first === null ? t('rooms.nothingChecked') : numberText(first)],
          [t('rooms.lastNumber'), numberText(last)],
          [t('rooms.highestNumber'), numberText(highest)],
          [t('rooms.missingCount'), numberText(count)],
          [t('rooms.missingNumbers'), missing.map(numberText).join(', ')],
        ]}
      />
    </>
  );
}
