import { useSignal } from '@preact/signals';
import type { ButtonHTMLAttributes, JSX } from 'preact';

import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface ConfirmButtonProps extends Pick<ButtonHTMLAttributes, 'aria-label' | 'children'> {
  readonly kind?: 'plain' | 'danger' | undefined;
  readonly title: string;
  readonly question: string;
  /** The label of the confirm button. */
  readonly verb: string;
  readonly onConfirm: () => void;
}

/** A button for an action that cannot be undone: it asks for confirmation. */
export function ConfirmButton({ kind, children, 'aria-label': label, ...asked }: ConfirmButtonProps): JSX.Element {
  const isAsking = useSignal(false);
  return (
    <>
      <Button kind={kind} aria-label={label} onClick={() => (isAsking.value = true)}>
        {children}
      </Button>
      {isAsking.value && <ConfirmDialog {...asked} onClose={() => (isAsking.value = false)} />}
    </>
  );
}
