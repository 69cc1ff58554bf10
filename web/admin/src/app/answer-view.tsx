import type { JSX } from 'preact';

import { t } from '../languages/texts.js';
import { Failure } from './item-list.js';
import type { Answer } from './use-answer.js';

interface AnswerViewProps<Value> {
  readonly answer: Answer<Value>;
  readonly children: (value: Value) => JSX.Element;
}

/** Shows the answer of a route, or why there is none. */
export function AnswerView<Value>({ answer, children }: AnswerViewProps<Value>): JSX.Element {
  const value = answer.value.value;
  const error = answer.error.value;
  return (
    <>
      {error !== '' && <Failure error={error} onRetry={() => void answer.reload()} />}
      {value === null && error === '' && (
        <p class="muted" role="status">
          {t('app.loading')}
        </p>
      )}
      {value !== null && children(value)}
    </>
  );
}
