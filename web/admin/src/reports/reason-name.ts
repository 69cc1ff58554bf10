import type { ReportReason } from '@parley/protocol';

import { t } from '../languages/texts.js';

export function reasonName(reason: ReportReason): string {
  switch (reason) {
    case 'spam':
      return t('reports.spam');
    case 'abuse':
      return t('reports.abuse');
    case 'illegal':
      return t('reports.illegal');
    case 'other':
      return t('reports.other');
  }
}
