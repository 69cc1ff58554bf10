import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { isComposing } from './composing.js';

export type TextInput = HTMLInputElement | HTMLTextAreaElement;

export interface Suggestion {
  /** Unique among those that are shown. */
  readonly key: string;
  readonly label: string;
  readonly note: string;
  /** The text that replaces the written one; empty for a command. */
  readonly text: string;
  /** The action of a command. */
  readonly act?: () => void;
}

export interface Found {
  /** The length of what was written, up to the caret, and is replaced. */
  readonly length: number;
  readonly suggestions: readonly Suggestion[];
}

/** Finds suggestions for the text before the caret. Null: nothing that can be completed is being written. */
export type Finder = (before: string) => Found | null;

export interface SuggestionInput {
  /** The id of the list in the page. */
  readonly listId: string;
  readonly suggestions: readonly Suggestion[];
  readonly selected: number;
  /** After each change of the text or the caret. */
  readonly update: (area: TextInput) => void;
  readonly choose: (area: TextInput | null, suggestion: Suggestion) => void;
  /** @returns whether the key was for the list */
  readonly handleKey: (event: KeyboardEvent, area: TextInput | null) => boolean;
}

/** Null for inputs that have no caret, such as numbers. */
const caretOf = ({ selectionStart, value }: TextInput): number => selectionStart ?? value.length;

/** The text with the last characters before the caret replaced, and the place of the caret after them. */
export function replaced(
  text: string,
  caret: number,
  length: number,
  by: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, caret - length)}${by === '' ? '' : `${by} `}`;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** Replaces the last characters before the caret of a field. @returns the new text */
export function replaceIn(area: TextInput, length: number, by: string): string {
  const { text, caret } = replaced(area.value, caretOf(area), length, by);
  area.value = text;
  area.setSelectionRange(caret, caret);
  return text;
}

/**
 * The suggestions for what is being written in a text field.
 * @param finders the first that finds something counts
 * @param onText receives the text with a chosen suggestion
 */
export function useSuggestions(finders: readonly Finder[], onText: (text: string) => void): SuggestionInput {
  const before = useSignal<string | null>(null);
  const selected = useSignal(0);
  const written = before.value;
  const found = written === null ? null : finders.map((find) => find(written)).find((each) => each !== null);
  const suggestions = found?.suggestions ?? [];
  const choose: SuggestionInput['choose'] = (area, suggestion) => {
    before.value = null;
    if (!area || !found) return;
    onText(replaceIn(area, found.length, suggestion.text));
    suggestion.act?.();
  };
  const move = (by: number): void => {
    selected.value = (selected.value + by + suggestions.length) % suggestions.length;
  };
  return {
    listId: useId(),
    suggestions,
    selected: selected.value,
    choose,
    update: (area) => {
      before.value = area.value.slice(0, caretOf(area));
      selected.value = 0;
    },
    handleKey: (event, area) => {
      const suggestion = suggestions[selected.value];
      if (!suggestion || isComposing(event)) return false;
      if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (event.key === 'Escape') before.value = null;
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(area, suggestion);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
