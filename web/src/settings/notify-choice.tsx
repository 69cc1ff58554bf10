import type { NotifyLevel } from '@parley/client/private-state';
import type { JSX } from 'preact';

import { t } from '../languages/translate.js';

export const levels = (): readonly (readonly [NotifyLevel, string])[] => [
  ['all', t('settings.allMessages')],
  ['mentions', t('settings.mentionsOnly')],
  ['none', t('settings.nothing')],
];

interface NotifyChoiceProps<Level> {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly (readonly [Level, string])[];
  readonly chosen: Level;
  readonly onChoose: (level: Level) => void;
  readonly children?: JSX.Element | false;
}

/** A choice of the messages of which the user is notified. */
export const NotifyChoice = <Level extends string | null>({
  name,
  legend,
  options,
  chosen,
  onChoose,
  children,
}: NotifyChoiceProps<Level>): JSX.Element => (
  <fieldset class="settings-section settings-choice">
    <legend>{legend}</legend>
    {options.map(([level, label]) => (
      <label key={label}>
        <input type="radio" name={name} checked={chosen === level} onChange={() => onChoose(level)} />
        {label}
      </label>
    ))}
    {children}
  </fieldset>
);
