import { ParleyError } from '@parley/client';

import { toast } from './design/toasts.js';
import { inWords } from './error-words.js';

/** Says what went wrong with something that the user wanted. @returns whether it was done */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toast(inWords(error instanceof ParleyError ? error : ParleyError.of('offline', error)), true);
    return false;
  }
}
