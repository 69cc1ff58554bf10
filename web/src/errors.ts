import { ParleyError } from '@parley/client';

import { isDialogOpen, topDialog } from './design/open-dialogs.js';
import type { OpenDialog } from './design/open-dialogs.js';
import { toast } from './design/toasts.js';
import { errorMessage } from './error-message.js';

/** Messages for error codes that mean something specific for an action. */
export type ErrorMessages = Readonly<Record<number, string>>;

export const asParleyError = (thrown: unknown): ParleyError =>
  thrown instanceof ParleyError ? thrown : ParleyError.of('offline', thrown);

export const errorText = (error: ParleyError, messages: ErrorMessages = {}): string =>
  messages[error.code as number] ?? errorMessage(error);

/**
 * Runs an action of the user and shows its error, if there is one: in the dialog in which it began, or else in a toast.
 * @param showOwn shows an error in its own place, such as beside a field @returns whether it did
 * @returns whether the action succeeded
 */
export async function attempt(
  action: () => Promise<unknown>,
  messages: ErrorMessages = {},
  showOwn: (error: ParleyError) => boolean = () => false,
): Promise<boolean> {
  const dialog = topDialog.peek();
  if (dialog) dialog.error.value = '';
  try {
    await action();
    return true;
  } catch (thrown) {
    const error = asParleyError(thrown);
    if (!showOwn(error)) showError(errorText(error, messages), dialog);
    return false;
  }
}

function showError(text: string, begunIn: OpenDialog | undefined): void {
  const dialog = begunIn && isDialogOpen(begunIn) ? begunIn : topDialog.peek();
  if (dialog) dialog.error.value = text;
  else toast(text, true);
}
