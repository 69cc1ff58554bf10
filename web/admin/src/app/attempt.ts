import { isDialogOpen, topDialog } from '../../../src/design/open-dialogs.js';
import { toast } from '../../../src/design/toasts.js';
import { ApiError } from '../api-error.js';
import { t } from '../languages/texts.js';

export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return t('app.pageError');
}

/**
 * Runs an action of the user and shows its error, if there is one: in the dialog in which it began, or else in a toast.
 * @param showOwn shows an error in its own place, such as beside a field @returns whether it did
 * @returns whether the action succeeded
 */
export async function attempt(
  action: () => Promise<unknown>,
  showOwn: (error: unknown) => boolean = () => false,
): Promise<boolean> {
  const dialog = topDialog.peek();
  if (dialog) dialog.error.value = '';
  try {
    await action();
    return true;
  } catch (error) {
    if (showOwn(error)) return false;
    const text = errorText(error);
    if (dialog && isDialogOpen(dialog)) dialog.error.value = text;
    else toast(text, true);
    return false;
  }
}
