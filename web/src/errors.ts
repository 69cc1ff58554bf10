import { ParleyError } from '@parley/client';

import { toast } from './design/toasts.js';
import { errorMessage } from './error-message.js';

/**
 * Runs an action of the user and shows its error, if there is one.
 * @param messages for error codes that mean something specific for this action
 * @returns whether the action succeeded
 */
export async function attempt(
  action: () => Promise<unknown>,
  messages: Readonly<Record<number, string>> = {},
): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (thrown) {
    const error = thrown instanceof ParleyError ? thrown : ParleyError.of('offline', thrown);
    toast(messages[error.code as number] ?? errorMessage(error), true);
    return false;
  }
}
