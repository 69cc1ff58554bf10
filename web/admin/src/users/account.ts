import { t } from '../languages/texts.js';
import type { Account } from './answers.js';

export const fullName = ({ first_name, last_name }: Account): string => `${first_name} ${last_name}`.trim();

export const userPath = (username: string): string => `users/${encodeURIComponent(username)}/`;

export function kindName({ kind, is_bot: isBot }: Pick<Account, 'kind' | 'is_bot'>): string {
  if (isBot) return t('users.bot');
  return kind === 'guest' ? t('users.guest') : t('users.member');
}
