import type { JSX } from 'preact';

import { chooseLanguage, chosenLanguage } from '../languages/chosen-language.js';
import { isLanguage, LANGUAGES } from '../languages/languages.js';
import { t } from '../languages/translate.js';
import { Labelled } from './labelled.js';
import { toast } from './toasts.js';

/** A choice of the language of the page. Each language has its own name for itself. */
export const LanguageField = (): JSX.Element => (
  <Labelled label={t('design.language')}>
    {(attributes) => (
      <select
        {...attributes}
        class="input"
        value={chosenLanguage.value ?? ''}
        onChange={({ currentTarget: { value } }) => {
          chooseLanguage(isLanguage(value) ? value : null).catch(() => toast(t('design.languageNotLoaded'), true));
        }}
      >
        <option value="">{t('design.languageOfBrowser')}</option>
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code} lang={code} dir="auto">
            {name}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);
