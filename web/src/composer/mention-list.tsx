import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import type { MentionInput } from './use-mentions.js';

const LIST = 'mention-list';
const optionId = (at: number): string => `${LIST}-${String(at)}`;

interface ListAttributes {
  readonly 'aria-controls'?: string;
  readonly 'aria-activedescendant'?: string;
}

/** The attributes of the text field to which the list belongs. */
export const listAttributes = ({ suggestions, selected }: MentionInput): ListAttributes =>
  suggestions.length > 0 ? { 'aria-controls': LIST, 'aria-activedescendant': optionId(selected) } : {};

interface MentionListProps {
  readonly mentions: MentionInput;
  readonly area: { readonly current: HTMLTextAreaElement | null };
}

/** The users whose names begin with what is written after an @. The text field keeps the focus. */
export function MentionList({ mentions, area }: MentionListProps): JSX.Element | null {
  if (mentions.suggestions.length === 0) return null;
  return (
    <ul id={LIST} class="mention-list" role="listbox" aria-label={t('composer.mention')}>
      {mentions.suggestions.map((suggestion, at) => (
        <li
          key={suggestion.name}
          id={optionId(at)}
          role="option"
          aria-selected={at === mentions.selected}
          onPointerDown={(event) => {
            event.preventDefault();
            mentions.choose(area.current, suggestion);
          }}
        >
          {suggestion.label} <span class="muted">@{suggestion.name}</span>
        </li>
      ))}
    </ul>
  );
}
