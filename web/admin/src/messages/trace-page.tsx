import type { JSX } from 'preact';

import { pathOf } from '../app/addresses.js';
import { AnswerView } from '../app/answer-view.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import type { DeliveryTrace } from './answers.js';
import { TraceView } from './trace-view.js';

const filters = (): readonly FormField[] => [
  { name: 'message', label: t('messages.id'), kind: 'text' },
  { name: 'user', label: t('messages.user'), kind: 'text' },
];

/** Explains the delivery of a message to a user. */
export function TracePage(): JSX.Element {
  const fields = filters();
  const { message, user } = filterValues(fields);
  const isGiven = message !== undefined && user !== undefined;
  const answer = useAnswer<DeliveryTrace>(isGiven ? `${pathOf('messages', message, 'trace', user)}/` : null);
  return (
    <>
      <Heading title={t('messages.title')} />
      <Filters label={t('messages.title')} fields={fields} />
      {isGiven ? (
        <AnswerView answer={answer}>{(trace) => <TraceView trace={trace} />}</AnswerView>
      ) : (
        <p class="muted">{t('messages.hint')}</p>
      )}
    </>
  );
}
