import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

import { t } from '../../../src/languages/translate.js';

/** For whom a deployment is. */
const PRESETS = [
  ['team', 'welcome.team', 'welcome.teamHint'],
  ['product', 'welcome.product', 'welcome.productHint'],
] as const;

export type Preset = (typeof PRESETS)[number][0];

interface PresetChoiceProps {
  readonly chosen: Signal<Preset | ''>;
  /** Why the choice was refused. */
  readonly error: string | undefined;
}

export function PresetChoice({ chosen, error }: PresetChoiceProps): JSX.Element {
  const id = useId();
  return (
    <fieldset
      class="presets"
      role="radiogroup"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>{t('welcome.preset')}</legend>
      {PRESETS.map(([preset, label, hint]) => (
        <label key={preset}>
          <input
            type="radio"
            name={id}
            required
            checked={chosen.value === preset}
            onChange={() => (chosen.value = preset)}
          />
          <span>
            {t(label)}
            <span class="hint">{t(hint)}</span>
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={`${id}-error`} class="refusal" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
