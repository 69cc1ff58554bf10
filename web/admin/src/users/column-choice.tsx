import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import { Button } from '../../../src/design/button.js';
import { Popover } from '../../../src/design/popover.js';
import { t } from '../languages/texts.js';
import { hiddenColumns, showColumn, USER_COLUMNS } from './user-columns.js';

/** Chooses the columns of the table. The browser keeps the choice. */
export function ColumnChoice(): JSX.Element {
  const isOpen = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Button aria-haspopup="dialog" aria-expanded={isOpen.value} onClick={() => (isOpen.value = true)}>
        {t('users.columns')}
      </Button>
      {isOpen.value && (
        <Popover label={t('users.columns')} anchor={place.current} onClose={() => (isOpen.value = false)}>
          <fieldset class="checks column-choice">
            <legend>{t('users.columns')}</legend>
            {USER_COLUMNS.map(({ name, label }, at) => (
              <label key={name} class="check">
                <input
                  type="checkbox"
                  data-first={at === 0 ? true : undefined}
                  checked={!hiddenColumns.value.has(name)}
                  onChange={({ currentTarget: { checked } }) => showColumn(name, checked)}
                />
                {label()}
              </label>
            ))}
          </fieldset>
        </Popover>
      )}
    </div>
  );
}
