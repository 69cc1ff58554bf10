/**
 * The browser's button _Back_ closes the topmost dialog, in place of leaving the room. While a dialog is open, the
 * history has an entry for it, at the same address. When the dialog is closed by itself, the entry stays for the next
 * dialog or address: to go back at once would meet what the user does next. Going back past it goes on to the one
 * before.
 */
interface EntryState {
  readonly isOfDialog: true;
}

const OF_DIALOG: EntryState = { isOfDialog: true };

const isAtDialogEntry = (): boolean =>
  (history.state as Partial<EntryState> | null)?.isOfDialog === OF_DIALOG.isOfDialog;

/** The address of the entry of a dialog that the browser is at. */
let held: string | null = null;
let topmost: () => (() => void) | undefined = () => undefined;

/** @param findTopmost what closes the topmost dialog; undefined: none is open */
export function holdHistoryEntry(findTopmost: typeof topmost): void {
  topmost = findTopmost;
  if (!isAtDialogEntry()) history.pushState(OF_DIALOG, '');
  held = location.href;
}

/** Makes the entry of a dialog that of an address. @returns false: the browser is at no such entry */
export function reuseHistoryEntry(address: string): boolean {
  if (!isAtDialogEntry()) return false;
  held = null;
  history.replaceState(null, '', address);
  return true;
}

export function followHistory(): void {
  held = isAtDialogEntry() ? location.href : null;
  addEventListener('popstate', goOn);
}

function goOn(): void {
  const hasLeft = held === location.href && !isAtDialogEntry();
  held = isAtDialogEntry() ? location.href : null;
  if (!hasLeft) return;
  const close = topmost();
  if (!close) {
    history.back();
    return;
  }
  // The dialogs below it stay open.
  history.pushState(OF_DIALOG, '');
  held = location.href;
  close();
}
