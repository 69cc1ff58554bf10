import { useSignal } from '@preact/signals';

import { begunMention, completed, suggestionsFor } from './mentions.js';
import type { Mentionable, Suggestion } from './mentions.js';

export interface MentionInput {
  readonly suggestions: readonly Suggestion[];
  readonly selected: number;
  /** After each change of the text or the caret. */
  readonly update: (area: HTMLTextAreaElement) => void;
  readonly choose: (area: HTMLTextAreaElement | null, suggestion: Suggestion) => void;
  /** @returns whether the key was for the list */
  readonly handleKey: (event: KeyboardEvent, area: HTMLTextAreaElement | null) => boolean;
}

/**
 * The suggestions for the mention that is being written in a text field.
 * @param onText receives the text with a chosen mention
 */
export function useMentions(mentionable: Mentionable, ownId: number, onText: (text: string) => void): MentionInput {
  const begun = useSignal<string | null>(null);
  const selected = useSignal(0);
  const suggestions = begun.value === null ? [] : suggestionsFor(begun.value, mentionable, ownId);
  const choose: MentionInput['choose'] = (area, { name }) => {
    begun.value = null;
    if (!area) return;
    const { text, caret } = completed(area.value, area.selectionStart, name);
    area.value = text;
    area.setSelectionRange(caret, caret);
    onText(text);
  };
  const move = (by: number): void => {
    selected.value = (selected.value + by + suggestions.length) % suggestions.length;
  };
  return {
    suggestions,
    selected: selected.value,
    choose,
    update: (area) => {
      begun.value = begunMention(area.value, area.selectionStart);
      selected.value = 0;
    },
    handleKey: (event, area) => {
      const suggestion = suggestions[selected.value];
      if (!suggestion || event.isComposing) return false;
      if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (event.key === 'Escape') begun.value = null;
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(area, suggestion);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
