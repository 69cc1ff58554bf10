import type { FormField } from '../app/form-values.js';
import type { SettingState, SettingValue } from './answers.js';
import { choiceText, settingText } from './setting-texts.js';

/** The kinds of fields that do not follow from the value. */
const KINDS: Readonly<Record<string, FormField['kind']>> = { welcome: 'area', default_rooms: 'rooms' };

function kindOf(name: string, { value, choices }: SettingState): FormField['kind'] {
  const known = KINDS[name];
  if (known) return known;
  if (choices !== null || typeof value === 'boolean') return 'choice';
  if (typeof value === 'number') return 'number';
  return Array.isArray(value) ? 'list' : 'text';
}

const written = (value: SettingValue | null): string => (Array.isArray(value) ? value.join(' ') : String(value ?? ''));

/** The field with which a setting is changed. */
export function settingField(name: string, state: SettingState): FormField {
  const kind = kindOf(name, state);
  const choices = state.choices?.map(String) ?? ['true', 'false'];
  return {
    name,
    kind,
    ...settingText(name),
    initial: written(state.value),
    ...(kind === 'choice' && { options: choices.map((choice) => [choice, choiceText(choice)] as const) }),
    // The rooms that new users join are Channels.
    ...(kind === 'rooms' && { options: [['Channel', '']] as const }),
  };
}
