import type { Feature } from '../../platform/feature/feature.js';
import { isoTime } from '../../platform/feature/personal-data.js';
import { MailRow } from './mail.entity.js';

export const mailFeature: Feature = {
  entities: [MailRow],
  personalData: {
    exported: {
      mails: `SELECT id AS key, json_build_object(
      'id', id, 'kind', kind, 'address', address, 'language', language, 'state', state,
      'created_at', ${isoTime('created_at')}, 'ended_at', ${isoTime('ended_at')}) AS item
    FROM mails WHERE user_id = $1`,
    },
    removed: [{ statement: 'DELETE FROM mails WHERE user_id = $1' }],
    notExported: {
      'mails.*': 'is what the mail is composed of, sealed and removed when it is sent, and how the sending went',
    },
  },
  module: async () => (await import('./mail.module.js')).MailModule,
};
