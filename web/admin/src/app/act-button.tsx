import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../../../src/design/button.js';
import { attempt } from './attempt.js';

interface ActButtonProps {
  readonly label: string;
  /** For screen readers, where several buttons have the same label. */
  readonly name?: string;
  readonly kind?: 'plain' | 'primary' | 'danger';
  readonly onAct: () => Promise<unknown>;
}

/** A button for an action without a question. It is busy until the action has ended. */
export function ActButton({ label, name, kind = 'plain', onAct }: ActButtonProps): JSX.Element {
  const isBusy = useSignal(false);
  return (
    <Button
      kind={kind}
      aria-label={name}
      isBusy={isBusy.value}
      onClick={() => {
        isBusy.value = true;
        void attempt(onAct).then(() => {
          isBusy.value = false;
        });
      }}
    >
      {label}
    </Button>
  );
}
