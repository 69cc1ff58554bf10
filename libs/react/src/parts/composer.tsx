import type { SendOptions } from '@parley/client';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

import type { Sending } from '../hooks/sending.js';
import { useSend, useTyping } from '../react-hooks.js';
import type { Styling } from './styling.js';

export interface ComposerProps extends Styling {
  readonly roomId: string;
  /** Options of the sent message, such as the message that it replies to. */
  readonly options?: SendOptions;
  /** Sends in place of the hook `useSend`, for example a reply in a thread. */
  readonly send?: Sending['send'];
  /** Whether a message can be sent now; the user can write meanwhile. Default: true. */
  readonly canSend?: boolean;
  /** Called with the text of each message that was queued. */
  readonly onSend?: (text: string) => void;
  /** The name of the field. Default: `Message`. */
  readonly label?: string;
  readonly placeholder?: string;
  /** The text of the button. Default: `Send`. */
  readonly sendText?: string;
  /** Beside the button, such as one for attachments. */
  readonly children?: ReactNode;
}

/** The key code that Safari reports for a key of an input method, after the composition that the key has ended. */
const OF_INPUT_METHOD = 229;

/** Enter that ends a composition of an input method sends nothing. */
const isSending = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- Nothing else tells that key in Safari.
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing && nativeEvent.keyCode !== OF_INPUT_METHOD;

/** A field for a message: Enter sends it, and Shift+Enter begins a line. It reports that the user is typing. */
export function Composer(props: ComposerProps): ReactNode {
  const { roomId, options, onSend, label = 'Message', placeholder, sendText = 'Send', children, className } = props;
  const [text, setText] = useState('');
  const { send: sendToRoom } = useSend(roomId);
  const { notifyTyping } = useTyping(roomId);
  const { canSend = true, send = sendToRoom } = props;
  const content = text.trim();

  const submit = (): void => {
    if (!canSend) return;
    if (content === '' && !options?.media?.length) return;
    // A refused message is among those of the room, with its reason.
    void send(content, options);
    setText('');
    onSend?.(content);
  };

  return (
    <form
      className={className}
      data-parley-composer=""
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        aria-label={label}
        placeholder={placeholder}
        dir="auto"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (event.currentTarget.value !== '') notifyTyping();
        }}
        onKeyDown={(event) => {
          if (!isSending(event)) return;
          event.preventDefault();
          submit();
        }}
      />
      {children}
      <button type="submit" aria-disabled={!canSend}>
        {sendText}
      </button>
    </form>
  );
}
