import { Refused, send } from './requests.js';

/** An account that exists, before the log-in of its user. */
export interface NewAccount {
  readonly username: string;
  readonly password: string;
}

/**
 * Sends the request that makes an account. One whose log-in needs another step is made.
 * @returns false if it is made when the link of a mail is opened
 * @throws Refused, or TypeError when the service cannot be reached
 */
export async function makeAccount(path: string, body: object): Promise<boolean> {
  try {
    const { code } = await send<{ readonly code?: string }>('POST', path, { body });
    return code !== 'verify_email';
  } catch (error) {
    if (!(error instanceof Refused) || !error.code.startsWith('second_factor_')) throw error;
    return true;
  }
}
