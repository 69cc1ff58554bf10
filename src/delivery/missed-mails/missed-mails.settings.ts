import type { MailNotices } from '@parley/protocol';

import { MAIL_NOTICES } from '../../features/notification-levels/notification.settings.js';
import { text, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** `names`: who has written and where, without what. */
const CONTENTS = ['full', 'names'] as const;

/** Mails of missed messages. */
export abstract class MissedMailSettings {
  /** For users who have chosen nothing. */
  abstract readonly notices: MailNotices;
  /** So long a message is unread, and its reader away, before it is mailed. */
  abstract readonly afterSeconds: number;
  abstract readonly content: (typeof CONTENTS)[number];
}

const variables = {
  MAIL_NOTICES: text({
    default: 'mentions',
    choices: MAIL_NOTICES,
    desc: 'Which missed messages are mailed to users who have not chosen: never, mentions (with answers and chats of two) or all.',
  }),
  MAIL_AFTER_SECONDS: wholeNumber({ min: 1, max: 604_800 })({
    default: 900,
    desc: 'Seconds for which a message must be unread, and its reader without an active connection, before it is mailed.',
  }),
  MAIL_CONTENT: text({
    default: 'full',
    choices: CONTENTS,
    desc: 'What mails of missed messages tell: full (the beginning of each message) or names (who has written and where).',
  }),
};

export const missedMailPart = settingsPart({
  token: MissedMailSettings,
  variables,
  settings: (values): MissedMailSettings => ({
    notices: values.MAIL_NOTICES,
    afterSeconds: values.MAIL_AFTER_SECONDS,
    content: values.MAIL_CONTENT,
  }),
  stored: { mail_notices: { variable: 'MAIL_NOTICES' } },
});
