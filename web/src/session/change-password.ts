import { t } from '../languages/translate.js';
import { accountRequest } from './account-request.js';

/** Why a password was not changed: by the name of a field, or, for the whole form, without one. */
export type PasswordFaults = Readonly<Partial<Record<'old_password' | 'new_password' | 'form', string>>>;

/** @returns the faults; empty if the password is changed */
export async function changePassword(oldPassword: string, newPassword: string): Promise<PasswordFaults> {
  const passwords = { old_password: oldPassword, new_password: newPassword };
  const response = await accountRequest('POST', 'api/account/password/', passwords);
  if (!response) return { form: t('session.expired') };
  if (response.ok) return {};
  return faultsOf(response.status, await response.json(), response.headers.get('Retry-After') ?? '60');
}

function faultsOf(status: number, body: unknown, retryAfter: string): PasswordFaults {
  if (status === 400) {
    const { old_password: old = [], new_password: next = [] } = body as Record<string, string[]>;
    return {
      ...(old.length > 0 && { old_password: old.join(' ') }),
      ...(next.length > 0 && { new_password: next.join(' ') }),
    };
  }
  if (status === 404) return { form: t('session.noPasswords') };
  if (status === 409) return { form: t('session.noOwnPassword') };
  if (status === 429) return { form: t('session.tooManyAttempts', { seconds: Number(retryAfter) }) };
  return { form: t('session.passwordNotChanged') };
}
