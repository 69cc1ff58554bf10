import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { MissedMailRow } from './missed-mail.entity.js';

export const missedMailsFeature: Feature = {
  entities: [MissedMailRow],
  personalData: {
    exported: {
      missed_mails: `SELECT user_id AS key, json_build_object('mailed_at', ${isoTime('mailed_at')}) AS item
    FROM missed_mails WHERE user_id = $1`,
    },
    numbered: ['missed_mails'],
    removed: [rowsOf('missed_mails')],
    notExported: { 'missed_mails.*': 'is when it is decided about the next mail' },
  },
  module: async () => (await import('./missed-mails.module.js')).MissedMailsModule,
};
