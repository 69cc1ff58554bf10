import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { patch } from '../api.js';
import { ActButton } from '../app/act-button.js';
import { AnswerView } from '../app/answer-view.js';
import { readBrand } from '../app/brand.js';
import { FormButton } from '../app/form-button.js';
import { Heading } from '../app/heading.js';
import { numberText } from '../app/numbers.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import { NamedRoomLink } from '../rooms/named-room-link.js';
import type { SettingState, SettingStates, SettingValue } from './answers.js';
import { LogoRow } from './logo-row.js';
import { SettingOrigin, SourceMark } from './setting-origin.js';
import { settingField } from './setting-field.js';
import { choiceText, settingText } from './setting-texts.js';

/** Every setting that is stored, with forms that change it. */
export function SettingsPage(): JSX.Element {
  const answer = useAnswer<SettingStates>('settings/');
  const change = async (name: string, value: unknown): Promise<void> => {
    answer.value.value = await patch<SettingStates>('settings/', { [name]: value });
    toast(t('app.done'));
    await readBrand();
  };
  return (
    <>
      <Heading title={t('settings.title')} />
      <p class="muted">{t('settings.intro')}</p>
      <AnswerView answer={answer}>
        {(states) => (
          <ul class="rows" aria-label={t('settings.title')}>
            {Object.entries(states).map(([name, state]) => (
              <li key={name} class="row setting">
                {name === 'logo' ? (
                  <LogoRow state={state} onChange={(value) => change(name, value)} />
                ) : (
                  <SettingRow name={name} state={state} onChange={(value) => change(name, value)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </AnswerView>
    </>
  );
}

interface SettingRowProps {
  readonly name: string;
  readonly state: SettingState;
  /** @param value null unsets it */
  readonly onChange: (value: unknown) => Promise<void>;
}

function SettingRow({ name, state, onChange }: SettingRowProps): JSX.Element {
  const { label, hint } = settingText(name);
  return (
    <>
      <p class="row-title">
        {label} <SourceMark state={state} />
      </p>
      <div class="setting-value">
        <ValueView value={state.value} />
      </div>
      {hint !== undefined && <p class="row-note">{hint}</p>}
      <SettingOrigin state={state} />
      {state.source !== 'environment' && (
        <div class="acts">
          <FormButton
            label={t('settings.change')}
            name={t('settings.changeOf', { name: label })}
            form={{
              title: label,
              verb: t('app.save'),
              fields: [settingField(name, state)],
              // An empty field unsets the setting.
              onSubmit: (body) => onChange(body[name] ?? null),
            }}
          />
          {state.source === 'stored' && (
            <ActButton
              label={t('settings.unset')}
              name={t('settings.unsetOf', { name: label })}
              onAct={() => onChange(null)}
            />
          )}
        </div>
      )}
    </>
  );
}

function ValueView({ value }: { readonly value: SettingValue | null }): JSX.Element {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span class="muted">{t('settings.none')}</span>;
  }
  if (typeof value === 'number') return <>{numberText(value)}</>;
  if (typeof value === 'object') {
    return (
      <>
        {value.map((id: string) => (
          <p key={id}>
            <NamedRoomLink id={id} />
          </p>
        ))}
      </>
    );
  }
  return <bdi class="setting-text">{choiceText(String(value))}</bdi>;
}
