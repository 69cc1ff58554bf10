import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { CodePart } from './highlighting.js';

/** Code that is longer is not highlighted. */
const MAX_CHARACTERS = 10_000;

interface CodeBlockProps {
  readonly code: string;
  /** As it was written after the fence; undefined: none was. */
  readonly language: string | undefined;
}

/** A block of code. The highlighting of a known language is loaded with the first block that needs it. */
export function CodeBlock({ code, language }: CodeBlockProps): JSX.Element {
  const parts = useSignal<readonly CodePart[]>([]);
  useEffect(() => {
    let isCurrent = true;
    parts.value = [];
    if (language && code.length <= MAX_CHARACTERS) {
      // Without it, the code stays plain.
      import('./highlighting.js').then(
        ({ highlighted }) => {
          if (isCurrent) parts.value = highlighted(code, language) ?? [];
        },
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return (
    // It scrolls, so that the keyboard must reach it.
    <pre class="code" tabIndex={0} dir="ltr">
      <code>
        {parts.value.length === 0
          ? code
          : parts.value.map(({ text, className }, at) => (
              <span key={at} class={className}>
                {text}
              </span>
            ))}
      </code>
    </pre>
  );
}
