import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { IconButton } from '../design/button.js';
import { Field } from '../design/field.js';
import { t } from '../languages/translate.js';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly name?: string;
  readonly error?: string | undefined;
  readonly isFirst?: boolean;
}

/** A password, which can be shown, with a hint while Caps Lock is on. */
export function PasswordField(props: PasswordFieldProps): JSX.Element {
  const isShown = useSignal(false);
  const hasCapsLock = useSignal(false);
  const notice = (event: KeyboardEvent): void => {
    // A browser that completes the field sends an event that is of no key.
    if (event instanceof KeyboardEvent) hasCapsLock.value = event.getModifierState('CapsLock');
  };
  return (
    <Field
      {...props}
      type={isShown.value ? 'text' : 'password'}
      autocapitalize="off"
      spellcheck={false}
      required
      hint={hasCapsLock.value ? t('session.capsLock') : undefined}
      onKeyDown={notice}
      onKeyUp={notice}
      end={
        <IconButton
          icon={isShown.value ? 'eyeOff' : 'eye'}
          label={t('session.showPassword')}
          aria-pressed={isShown.value}
          onClick={() => (isShown.value = !isShown.value)}
        />
      }
    />
  );
}
