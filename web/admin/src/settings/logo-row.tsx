import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

import { serviceUrl } from '../../../src/deployment.js';
import { uploadLogo } from '../../../src/settings/picture-upload.js';
import { ActButton } from '../app/act-button.js';
import { errorText } from '../app/attempt.js';
import { logoAddress } from '../app/brand.js';
import { t } from '../languages/texts.js';
import type { SettingState } from './answers.js';
import { SettingOrigin, SourceMark } from './setting-origin.js';

interface LogoRowProps {
  readonly state: SettingState;
  /** @param id of the upload; null unsets the logo */
  readonly onChange: (id: string | null) => Promise<void>;
}

/** The service says why it refuses a file. */
const refusalText = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? thrown.message : errorText(thrown);

/** The picture of the deployment, which is chosen among the files of the administrator. */
export function LogoRow({ state, onChange }: LogoRowProps): JSX.Element {
  const id = useId();
  const error = useSignal('');
  const isBusy = useSignal(false);
  const logo = logoAddress();
  const choose = async (file: File): Promise<void> => {
    isBusy.value = true;
    error.value = '';
    try {
      await onChange(await uploadLogo(serviceUrl(''), file));
    } catch (thrown) {
      error.value = refusalText(thrown);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <p class="row-title">
        {t('settings.logo')} <SourceMark state={state} />
      </p>
      {logo === null ? (
        <p class="muted">{t('settings.none')}</p>
      ) : (
        <img class="logo-shown" src={logo} alt={t('settings.logo')} />
      )}
      <p id={`${id}-hint`} class="row-note">
        {t('settings.logoHint')}
      </p>
      <SettingOrigin state={state} />
      {state.source !== 'environment' && (
        <div class="acts">
          <label class="button file-choice">
            <span>{t('settings.logoFile')}</span>
            <input
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              aria-describedby={`${id}-hint ${id}-error`}
              aria-invalid={error.value !== ''}
              disabled={isBusy.value}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                if (file) void choose(file);
                event.currentTarget.value = '';
              }}
            />
          </label>
          {state.source === 'stored' && (
            <ActButton
              label={t('settings.unset')}
              name={t('settings.unsetOf', { name: t('settings.logo') })}
              onAct={() => onChange(null)}
            />
          )}
        </div>
      )}
      <p id={`${id}-error`} class="refusal" role="alert">
        {error.value}
      </p>
    </>
  );
}
