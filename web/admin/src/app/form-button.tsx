import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../../../src/design/button.js';
import { FormDialog } from './form-dialog.js';
import type { Form } from './form-dialog.js';

interface FormButtonProps {
  readonly label: string;
  /** For screen readers, where several buttons have the same label. */
  readonly name?: string;
  readonly kind?: 'plain' | 'primary' | 'danger';
  readonly form: Form;
}

/** A button that opens the form of an action. */
export function FormButton({ label, name, kind = 'plain', form }: FormButtonProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <Button kind={kind} aria-label={name} onClick={() => (isOpen.value = true)}>
        {label}
      </Button>
      {isOpen.value && <FormDialog form={form} onClose={() => (isOpen.value = false)} />}
    </>
  );
}
