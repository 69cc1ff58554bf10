import { toast } from './toasts.js';

/** Puts a text where it can be pasted from. @param done what is said then */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // There is no clipboard where the page is not served securely, and nobody has to permit one.
    toast('This browser does not let the page copy.', true);
  }
}
