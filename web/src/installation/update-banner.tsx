import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { t } from '../languages/translate.js';
import { isUpdateReady, showUpdate } from './service-worker.js';

/** Offers the newer build of the page. */
export const UpdateBanner = (): JSX.Element | null =>
  isUpdateReady.value ? (
    <div class="banner banner-update" role="status">
      <p>{t('installation.updateReady')}</p>
      <Button onClick={showUpdate}>{t('installation.reload')}</Button>
    </div>
  ) : null;
