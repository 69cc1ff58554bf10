import type { ButtonHTMLAttributes, JSX } from 'preact';

import { Icon } from './icon.js';
import type { IconName } from './icon.js';

interface ButtonProps extends ButtonHTMLAttributes {
  readonly kind?: 'primary' | 'plain' | 'danger' | undefined;
  readonly isBusy?: boolean | undefined;
}

export function Button({
  kind = 'plain',
  isBusy = false,
  type = 'button',
  children,
  ...others
}: ButtonProps): JSX.Element {
  return (
    <button {...others} type={type} class={`button button-${kind as string}`} disabled={isBusy || others.disabled}>
      {isBusy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes {
  readonly icon: IconName;
  /** The accessible name and the tooltip. */
  readonly label: string;
}

export function IconButton({ icon, label, type = 'button', ...others }: IconButtonProps): JSX.Element {
  return (
    <button
      {...others}
      type={type}
      class={`icon-button ${(others.class as string | undefined) ?? ''}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
