import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { t } from '../languages/translate.js';
import { IconButton } from './button.js';
import { addDialog, topDialog } from './open-dialogs.js';
import { Toasts } from './toasts.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly isWide?: boolean | undefined;
}

/**
 * A modal dialog. The close button, Escape and a click outside close it. It shows the errors of actions that began in it,
 * and the toasts while it is the topmost.
 */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps): JSX.Element {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const error = useSignal('');
  const own = useMemo(() => ({ error }), []);
  useLayoutEffect(() => addDialog(own), []);
  useLayoutEffect(() => {
    const { current: element } = dialog;
    element?.showModal();
    focusFirst(element);
    // Closing restores the previous focus.
    return () => {
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-frame">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={t('design.close')} onClick={onClose} />
        </header>
        <div
          class="dialog-body"
          onInput={() => {
            error.value = '';
          }}
        >
          {children}
        </div>
        <p class="refusal dialog-error" role="alert">
          {error}
        </p>
        {topDialog.value === own && <Toasts />}
      </div>
    </dialog>
  );
}

/** Focuses the field that is marked as the first one, or else the first field. */
function focusFirst(dialog: HTMLElement | null): void {
  const find = (selector: string): HTMLElement | null | undefined => dialog?.querySelector<HTMLElement>(selector);
  (find('[data-first]') ?? find('.dialog-body :is(input, textarea)'))?.focus();
}
