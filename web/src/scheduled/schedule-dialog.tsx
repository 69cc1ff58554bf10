import type { ParleyError } from '@parley/client';
import { uuid } from '@parley/client/private-state';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { AreaField } from '../design/area-field.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Labelled } from '../design/labelled.js';
import { errorMessage } from '../error-message.js';
import { asParleyError } from '../errors.js';
import { t } from '../languages/translate.js';
import { fieldTime, fieldValue, sendTimes, timeError } from './send-times.js';

/** The choice of a time that is not offered. */
const OTHER = 'other';

/** Why the message was not scheduled, by the field that is to be changed. */
type Refusal = Partial<Record<'text' | 'time' | 'other', string>>;

interface ScheduleDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly text: string;
  /** Whether the message may be without text. */
  readonly mayBeEmpty: boolean;
  /** ISO 8601; undefined: not chosen yet. */
  readonly sendAt?: string;
  /**
   * @param id the same one at each press in an opened dialog: if an answer is lost, the next press schedules no second
   *   message
   * @throws ParleyError
   */
  readonly onSubmit: (text: string, sendAt: Date, id: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the text of a message and for the time at which it is sent. */
export function ScheduleDialog(props: ScheduleDialogProps): JSX.Element {
  const { title, verb, mayBeEmpty, sendAt, onSubmit, onClose } = props;
  const openedAt = useMemo(() => new Date(), []);
  const offered = sendTimes(openedAt);
  const id = useMemo(uuid, []);
  const text = useSignal(props.text);
  const choice = useSignal(sendAt === undefined ? '0' : OTHER);
  const other = useSignal(sendAt === undefined ? '' : fieldValue(new Date(sendAt)));
  const refusal = useSignal<Refusal>({});
  const isBusy = useSignal(false);

  const submit = async (): Promise<void> => {
    const time = offered[Number(choice.value)]?.time ?? fieldTime(other.value);
    const content = text.value.trim();
    refusal.value = mistakesIn(time, content !== '' || mayBeEmpty);
    if (!time || Object.keys(refusal.value).length > 0 || isBusy.value) return;
    isBusy.value = true;
    try {
      await onSubmit(content, time, id);
      onClose();
    } catch (thrown) {
      refusal.value = refusalOf(asParleyError(thrown));
    }
    isBusy.value = false;
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <AreaField label={t('scheduled.message')} value={text} rows={3} error={refusal.value.text} />
        <TimeFields
          labels={offered.map(({ label }) => label)}
          choice={choice}
          other={other}
          error={refusal.value.time}
        />
        {refusal.value.other !== undefined && (
          <p class="refusal" role="alert">
            {refusal.value.other}
          </p>
        )}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy.value}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface TimeFieldsProps {
  readonly labels: readonly string[];
  /** The position of the chosen label, or {@link OTHER}. */
  readonly choice: Signal<string>;
  /** Of the field of that. */
  readonly other: Signal<string>;
  readonly error: string | undefined;
}

function TimeFields({ labels, choice, other, error }: TimeFieldsProps): JSX.Element {
  const isOther = choice.value === OTHER;
  return (
    <>
      <Labelled label={t('scheduled.when')} error={isOther ? undefined : error}>
        {(attributes) => (
          <select
            {...attributes}
            class="input"
            data-first
            value={choice.value}
            onChange={(event) => (choice.value = event.currentTarget.value)}
          >
            {labels.map((label, at) => (
              <option key={label} value={String(at)}>
                {label}
              </option>
            ))}
            <option value={OTHER}>{t('scheduled.atAnotherTime')}</option>
          </select>
        )}
      </Labelled>
      {isOther && (
        <Labelled
          label={t('scheduled.dayAndTime')}
          hint={t('scheduled.yourTimeZone', { timeZone: timeZone() })}
          error={error}
        >
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              type="datetime-local"
              value={other.value}
              onInput={(event) => (other.value = event.currentTarget.value)}
            />
          )}
        </Labelled>
      )}
    </>
  );
}

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

function mistakesIn(time: Date | null, hasContent: boolean): Refusal {
  const error = timeError(time, new Date());
  return { ...(error !== undefined && { time: error }), ...(!hasContent && { text: t('scheduled.writeMessage') }) };
}

const INVALID = 4003;
const CONFLICT = 4005;

function refusalOf(error: ParleyError): Refusal {
  if (error.code === CONFLICT && typeof error.detail === 'string') return { other: error.detail };
  if (error.code !== INVALID || typeof error.detail === 'string') return { other: errorMessage(error) };
  const { send_at: time, content: text } = error.detail;
  if (!time && !text) return { other: errorMessage(error) };
  return { ...(time && { time: time.join(' ') }), ...(text && { text: text.join(' ') }) };
}
