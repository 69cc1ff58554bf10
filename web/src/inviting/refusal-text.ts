import { t } from '../languages/translate.js';
import { InvitationRefused } from './invitation-requests.js';

/** What a person is told of a refused request about invitations. */
export function refusalText(error: unknown): string {
  if (!(error instanceof InvitationRefused)) return t('errors.offline');
  const { status, retryAfter = 1 } = error;
  if (status === 401) return t('errors.session');
  if (status === 403) return t('inviting.mayNotInvite');
  if (status === 404) return t('errors.notFound');
  if (status === 429) return t('errors.tooMany', { seconds: Math.ceil(retryAfter) });
  return t(status === 400 ? 'errors.invalid' : 'errors.server');
}
