import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { useSuggestions } from '../design/use-suggestions.js';
import type { Finder, SuggestionInput } from '../design/use-suggestions.js';
import { charactersLeft } from '../design/text-length.js';

/** The text of a message while it is written, with its suggestions and its length. */
export interface MessageInput {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** Receives each change. */
  readonly onText: (text: string) => void;
  readonly suggestions: SuggestionInput;
  /** The characters that are left, negative for too many; null while there are plenty. */
  readonly left: number | null;
  readonly isTooLong: boolean;
}

/** @param finders find the suggestions */
export function useMessageInput(
  text: string,
  onText: (text: string) => void,
  finders: readonly Finder[],
): MessageInput {
  const { limits } = useChat();
  const left = charactersLeft(text, limits.contentLength.value);
  return {
    area: useRef<HTMLTextAreaElement>(null),
    text,
    onText,
    left,
    isTooLong: left !== null && left < 0,
    suggestions: useSuggestions(finders, onText),
  };
}
