import type { JSX } from 'preact';

import { chooseLanguage, chosenLanguage } from '../languages/chosen-language.js';
import { isLanguage, LANGUAGES } from '../languages/languages.js';
import type { Language } from '../languages/languages.js';
import { t } from '../languages/translate.js';
import { Labelled } from './labelled.js';
import { toast } from './toasts.js';

interface LanguageFieldProps {
  /** @param language null: that of the browser */
  readonly onChoose?: (language: Language | null) => void;
}

/** A choice of the language of the page. Each language has its own name for itself. */
export const LanguageField = ({ onChoose }: LanguageFieldProps): JSX.Element => (
  <Labelled label={t('design.language')}>
    {(attributes) => (
      <select
        {...attributes}
        class="input"
        value={chosenLanguage.value ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const language = isLanguage(value) ? value : null;
          onChoose?.(language);
          chooseLanguage(language).catch(() => toast(t('design.languageNotLoaded'), true));
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
