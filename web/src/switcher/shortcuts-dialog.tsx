import type { JSX } from 'preact';

import { Dialog } from '../design/dialog.js';
import { t } from '../languages/translate.js';
import { keyName } from './key-name.js';
import { SHORTCUTS } from './shortcuts.js';

export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }): JSX.Element => (
  <Dialog title={t('switcher.shortcuts')} onClose={onClose}>
    {/* It scrolls, so that the keyboard must reach it. */}
    <dl class="shortcuts" tabIndex={0}>
      {SHORTCUTS.map(({ keys, text }) => (
        <div key={text}>
          <dt>{t(text)}</dt>
          <dd dir="ltr">
            {keys.map((key) => (
              <kbd key={key}>{keyName(key)}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
