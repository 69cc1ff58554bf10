import { domainOf } from '../../users/email-address.js';
import type { AccountSettings } from '../account.settings.js';

/** Whether an account may be made with an address, without an invitation. */
export const permitsAddress = (
  { signUp, domains }: Pick<AccountSettings, 'signUp' | 'domains'>,
  email: string,
): boolean => signUp === 'open' || (signUp === 'domains' && domains.includes(domainOf(email)));
