import type { NewPoll } from '@parley/client/conversations';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { AreaField } from '../design/area-field.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field, Switch } from '../design/field.js';
import { Labelled } from '../design/labelled.js';
import { t } from '../languages/translate.js';

const MOST_OPTIONS = 12;

interface PollDialogProps {
  /** The question that has been written so far. */
  readonly question: string;
  readonly onSend: (question: string, poll: NewPoll) => void;
  readonly onClose: () => void;
}

/** Asks the members of a room. */
export function PollDialog({ question: written, onSend, onClose }: PollDialogProps): JSX.Element {
  const question = useSignal(written);
  const lines = useSignal('');
  const multiple = useSignal(false);
  const anonymous = useSignal(false);
  const end = useSignal('');
  const options = [...new Set(lines.value.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const isReady = question.value.trim() !== '' && options.length >= 2 && options.length <= MOST_OPTIONS;
  return (
    <Dialog title={t('composer.newPoll')} onClose={onClose}>
      <div class="stack">
        <Field label={t('composer.question')} value={question} isFirst />
        <AreaField
          label={t('composer.options')}
          value={lines}
          rows={4}
          hint={t('composer.optionsHint', { most: MOST_OPTIONS })}
        />
        <Switch
          label={t('composer.severalChoices')}
          isOn={multiple.value}
          onChange={(isOn) => (multiple.value = isOn)}
        />
        <Switch
          label={t('composer.anonymous')}
          hint={t('composer.anonymousHint')}
          isOn={anonymous.value}
          onChange={(isOn) => (anonymous.value = isOn)}
        />
        <Labelled label={t('composer.closesAt')}>
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              type="datetime-local"
              value={end.value}
              onInput={(event) => (end.value = event.currentTarget.value)}
            />
          )}
        </Labelled>
      </div>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('design.cancel')}</Button>
        <Button
          kind="primary"
          disabled={!isReady}
          onClick={() => {
            onSend(question.value.trim(), {
              options,
              multiple: multiple.value,
              anonymous: anonymous.value,
              ...(end.value === '' ? {} : { closes_at: new Date(end.value).toISOString() }),
            });
            onClose();
          }}
        >
          {t('design.send')}
        </Button>
      </div>
    </Dialog>
  );
}
