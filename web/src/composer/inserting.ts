/** A change of a text: the part that is replaced, and what is selected afterwards. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
  readonly selection: readonly [start: number, end: number];
}

/** Changes the text of a field as typing does, so that the user can take it back. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, by, selection }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // oxlint-disable-next-line typescript/no-deprecated -- No other way of changing a field can be undone.
  document.execCommand(by === '' ? 'delete' : 'insertText', false, by);
  area.setSelectionRange(...selection);
}

/** Inserts a text at the caret, in place of the selection. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to } = area;
  const caret = from + text.length;
  applyEdit(area, { from, to, by: text, selection: [caret, caret] });
}
