import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

import { useGrowing } from '../design/growing.js';
import { listAttributes, SuggestionList } from '../design/suggestion-list.js';
import { handleFormatKey } from './format-keys.js';
import { LengthNote } from '../design/length-note.js';
import { handlePaste } from './pasting.js';
import { isComposing } from '../design/composing.js';
import { hasTouchKeyboard, isSendKey } from './send-key.js';
import type { MessageInput } from './use-message-input.js';

/** The share of the height of the window to which the field grows. */
const MOST_OF_WINDOW = 0.4;

interface MessageAreaProps {
  readonly input: MessageInput;
  readonly label: string;
  readonly placeholder: string;
  readonly rows: number;
  readonly class?: string;
  /** Whether it has the focus first in its dialog. */
  readonly isFirst?: boolean;
  readonly onSend: () => void;
  /** Receives the keys that neither change the text nor send it. */
  readonly onKey?: (event: KeyboardEvent) => void;
  /** Renders the elements around the field. */
  readonly children: (field: JSX.Element) => ComponentChildren;
}

/** The field in which a message is written, below its suggestions, and above the note about its length. */
export function MessageArea({ input, onSend, onKey, isFirst, children, ...others }: MessageAreaProps): JSX.Element {
  const { area, text, suggestions, left, isTooLong } = input;
  const { label, ...attributes } = others;
  const lengthId = useId();
  useGrowing(area, text, MOST_OF_WINDOW);
  const handleKey = (event: KeyboardEvent, field: HTMLTextAreaElement): void => {
    if (isComposing(event) || suggestions.handleKey(event, field) || handleFormatKey(event, field)) return;
    if (isSendKey(event)) {
      event.preventDefault();
      onSend();
    } else onKey?.(event);
  };
  return (
    <>
      <SuggestionList input={suggestions} area={area} />
      {children(
        <textarea
          {...attributes}
          ref={area}
          aria-label={label}
          aria-describedby={lengthId}
          aria-invalid={isTooLong}
          enterkeyhint={hasTouchKeyboard() ? 'enter' : 'send'}
          dir="auto"
          data-first={isFirst}
          value={text}
          onInput={(event) => {
            input.onText(event.currentTarget.value);
            suggestions.update(event.currentTarget);
          }}
          {...listAttributes(suggestions)}
          onKeyDown={(event) => handleKey(event, event.currentTarget)}
          onPaste={(event) => handlePaste(event, event.currentTarget)}
        />,
      )}
      <LengthNote id={lengthId} left={left} />
    </>
  );
}
