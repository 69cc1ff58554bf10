import type { MailNotices } from '@parley/client/private-state';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { NotifyChoice } from './notify-choice.js';

const choices = (): readonly (readonly [MailNotices | null, string])[] => [
  [null, t('settings.mailByDefault')],
  ['all', t('settings.allMessages')],
  ['mentions', t('settings.mailMentions')],
  ['never', t('settings.nothing')],
];

/** Which missed messages are mailed to the user. */
export function MailNoticesChoice(): JSX.Element {
  const { preferences } = useChat();
  return (
    <NotifyChoice
      name="mail-notices"
      legend={t('settings.mailNotices')}
      options={choices()}
      chosen={preferences.userNotify.mail}
      onChoose={(mail) => void attempt(() => preferences.notifyUser({ mail }))}
    />
  );
}
