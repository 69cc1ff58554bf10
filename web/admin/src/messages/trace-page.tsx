import type { JSX } from 'preact';

import { pathOf, withQuery } from '../app/addresses.js';
import { AnswerView } from '../app/answer-view.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import type { DeliveryTrace } from './answers.js';
import { TraceView } from './trace-view.js';

const filters = (): readonly FormField[] => [
  { name: 'user', label: t('messages.user'), kind: 'text' },
  { name: 'room', label: t('messages.room'), kind: 'room' },
  { name: 'number', label: t('messages.numberInRoom'), kind: 'number', hint: t('messages.numberHint') },
  { name: 'message', label: t('messages.id'), kind: 'text' },
];

/** The route for a message, by its id, or by its room and its number there. Null: something is missing. */
function tracePath({ user, room, number, message }: Readonly<Record<string, string>>): string | null {
  if (user === undefined) return null;
  if (message !== undefined) return `${pathOf('messages', message, 'trace', user)}/`;
  if (room === undefined || number === undefined) return null;
  return withQuery(`${pathOf('messages', 'trace', user)}/`, { room_id: room, number });
}

/** Explains the delivery of a message to a user. */
export function TracePage(): JSX.Element {
  const fields = filters();
  const path = tracePath(filterValues(fields));
  const answer = useAnswer<DeliveryTrace>(path);
  return (
    <>
      <Heading title={t('messages.title')} />
      <Filters label={t('messages.title')} fields={fields} />
      {path === null ? (
        <p class="muted">{t('messages.hint')}</p>
      ) : (
        <AnswerView answer={answer}>{(trace) => <TraceView trace={trace} />}</AnswerView>
      )}
    </>
  );
}
