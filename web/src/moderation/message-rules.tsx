import type { RoomChanges, RoomObject } from '@parley/client';
import type { JSX } from 'preact';

import { Switch } from '../design/field.js';
import { Labelled } from '../design/labelled.js';
import { numberText, t } from '../languages/translate.js';
import { duration } from './durations.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SLOW_MODES = [5, 10, 30, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR];
const LIFETIMES = [HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY];
const LENGTHS = [140, 280, 500, 1_000, 2_000, 5_000];

interface MessageRulesProps {
  readonly room: Exclude<RoomObject, { type: 'OneToOneChat' }>;
  readonly onChange: (changes: RoomChanges) => void;
}

export const MessageRules = ({ room, onChange }: MessageRulesProps): JSX.Element => (
  <div class="message-rules">
    <Choice
      label={t('settings.slowMode')}
      hint={t('settings.slowModeHint')}
      values={SLOW_MODES}
      chosen={room.slow_mode_seconds}
      nameOf={duration}
      onChoose={(seconds) => onChange({ slow_mode_seconds: seconds })}
    />
    <Choice
      label={t('settings.lifetime')}
      hint={t('settings.lifetimeHint')}
      values={LIFETIMES}
      chosen={room.message_ttl_seconds ?? 0}
      nameOf={duration}
      onChoose={(seconds) => onChange({ message_ttl_seconds: seconds === 0 ? null : seconds })}
    />
    <Choice
      label={t('settings.maxLength')}
      values={LENGTHS}
      chosen={room.max_message_length ?? 0}
      nameOf={numberText}
      onChoose={(length) => onChange({ max_message_length: length === 0 ? null : length })}
    />
    <Switch
      label={t('settings.mediaAllowed')}
      isOn={room.media_allowed}
      onChange={(isAllowed) => onChange({ media_allowed: isAllowed })}
    />
  </div>
);

interface ChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly values: readonly number[];
  /** 0: the rule is off. Another value than those that are offered may be chosen. */
  readonly chosen: number;
  readonly nameOf: (value: number) => string;
  readonly onChoose: (value: number) => void;
}

function Choice({ label, hint, values, chosen, nameOf, onChoose }: ChoiceProps): JSX.Element {
  const offered = values.includes(chosen) || chosen === 0 ? values : [...values, chosen];
  return (
    <Labelled label={label} hint={hint}>
      {(attributes) => (
        <select
          {...attributes}
          class="input"
          value={String(chosen)}
          onChange={({ currentTarget }) => {
            onChoose(Number(currentTarget.value));
            // It shows the confirmed state, which the service decides.
            currentTarget.value = String(chosen);
          }}
        >
          <option value="0">{t('settings.off')}</option>
          {offered.map((value) => (
            <option key={value} value={String(value)}>
              {nameOf(value)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
