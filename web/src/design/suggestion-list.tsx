import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import type { SuggestionInput, TextInput } from './use-suggestions.js';

const optionId = (listId: string, at: number): string => `${listId}-${String(at)}`;

interface ListAttributes {
  readonly 'aria-controls'?: string;
  readonly 'aria-activedescendant'?: string;
}

/** The attributes of the text field to which the list belongs. */
export const listAttributes = ({ listId, suggestions, selected }: SuggestionInput): ListAttributes =>
  suggestions.length > 0 ? { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, selected) } : {};

interface SuggestionListProps {
  readonly input: SuggestionInput;
  readonly area: { readonly current: TextInput | null };
}

/** Lists suggestions that complete the text before the caret. The text field keeps the focus. */
export function SuggestionList({ input, area }: SuggestionListProps): JSX.Element | null {
  if (input.suggestions.length === 0) return null;
  return (
    <ul id={input.listId} class="suggestion-list" role="listbox" aria-label={t('design.suggestions')}>
      {input.suggestions.map((suggestion, at) => (
        <li
          key={suggestion.key}
          id={optionId(input.listId, at)}
          role="option"
          aria-selected={at === input.selected}
          onPointerDown={(event) => {
            event.preventDefault();
            input.choose(area.current, suggestion);
          }}
        >
          <bdi>{suggestion.label}</bdi> <bdi class="muted">{suggestion.note}</bdi>
        </li>
      ))}
    </ul>
  );
}
