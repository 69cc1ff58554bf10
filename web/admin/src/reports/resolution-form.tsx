import type { ReportAction } from '@parley/protocol';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Field } from '../../../src/design/field.js';
import { ActButton } from '../app/act-button.js';
import { FormFieldView } from '../app/form-field.js';
import { useKeptFocus } from '../app/kept-focus.js';
import { t } from '../languages/texts.js';
import { actionOptions, lengthOptions, resolutionOf } from './resolution.js';
import type { Resolution } from './resolution.js';

interface ResolutionFormProps {
  /** Names the resolved reports, for screen readers. */
  readonly label: string;
  readonly actions: readonly ReportAction[];
  readonly onResolve: (resolution: Resolution) => Promise<unknown>;
}

/** One button for each action, with a note, and the length of a mute or a ban. */
export function ResolutionForm({ label, actions, onResolve }: ResolutionFormProps): JSX.Element {
  const note = useSignal('');
  const hours = useSignal('24');
  useKeptFocus();
  return (
    <div class="resolution" role="group" aria-label={label}>
      <div class="resolution-fields">
        <Field label={t('reports.note')} value={note} autocomplete="off" maxLength={500} />
        {actions.includes('mute') && (
          <FormFieldView
            field={{ name: 'hours', label: t('reports.length'), kind: 'choice', options: lengthOptions() }}
            value={hours}
          />
        )}
      </div>
      <div class="acts">
        {actionOptions()
          .filter(([action]) => actions.includes(action))
          .map(([action, name]) => (
            <ActButton
              key={action}
              label={name}
              kind={action === 'dismiss' ? 'plain' : 'danger'}
              onAct={() => onResolve(resolutionOf(action, note.value, hours.value, new Date()))}
            />
          ))}
      </div>
    </div>
  );
}
