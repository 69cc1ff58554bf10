import { t } from '../languages/translate.js';
import { toast } from './toasts.js';

/** Copies a text to the clipboard. @param done the message shown on success */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // The clipboard needs a secure context and the permission of the user.
    toast(t('design.cannotCopy'), true);
  }
}
