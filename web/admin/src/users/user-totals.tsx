import type { JSX } from 'preact';

import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import type { Overview } from '../overview/answers.js';

/** How many users the deployment has, counted at most a minute ago. Nothing while they are counted. */
export function UserTotals(): JSX.Element | null {
  const users = useAnswer<Overview>('overview/').value.value?.deployment?.users;
  if (users === undefined) return null;
  const { total, active, online, guests, bots } = users;
  return <p class="muted">{t('users.totals', { total, active, online, guests, bots })}</p>;
}
