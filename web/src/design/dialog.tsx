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
  /** Whether it is at the end of the screen, over its whole width. */
  readonly isSheet?: boolean;
  /** Whether a click outside leaves it open, whatever was filled in. */
  readonly isKept?: boolean;
}

/** A field whose text would be lost, and not one that searches. */
const FORM_FIELD = 'form :is(textarea, input:not([type=search], [type=radio], [type=checkbox])), .picker-box > input';

/**
 * A modal dialog. The close button, Escape, the browser's button Back, and a click outside close it: the click does so
 * only while no form in it has been filled in. It shows the errors of actions that began in it, and the toasts while it
 * is the topmost.
 */
export function Dialog({
  title,
  onClose,
  children,
  isWide = false,
  isSheet = false,
  isKept = false,
}: DialogProps): JSX.Element {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const error = useSignal('');
  const close = useRef(onClose);
  close.current = onClose;
  const own = useMemo(() => {
    const closeLatest = (): void => close.current();
    return { error, close: closeLatest };
  }, []);
  const isFilled = useRef(false);
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
      class={`dialog ${isWide ? 'dialog-wide' : ''} ${isSheet ? 'dialog-sheet' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current && !isFilled.current && !isKept) onClose();
      }}
    >
      <div class="dialog-frame">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={t('design.close')} onClick={onClose} />
        </header>
        <div
          class="dialog-body"
          onInput={({ target }) => {
            error.value = '';
            if (target instanceof Element && target.matches(FORM_FIELD)) isFilled.current = true;
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
