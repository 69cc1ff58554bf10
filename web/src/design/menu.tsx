import { useSignal } from '@preact/signals';
import type { ButtonHTMLAttributes, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

import { Icon } from './icon.js';
import type { IconName } from './icon.js';
import { rove } from './roving.js';

export interface MenuItem {
  readonly icon: IconName;
  readonly label: string;
  readonly act: () => void;
  readonly isDangerous?: boolean;
  /** Of an item that is one of several choices: whether it is the present one. */
  readonly isChosen?: boolean;
}

interface MenuProps extends Pick<ButtonHTMLAttributes, 'aria-label' | 'title' | 'children'> {
  /** Asked when the menu opens. */
  readonly items: () => readonly MenuItem[];
  readonly buttonClass: string;
  /** Of the button and its menu. */
  readonly class?: string;
}

/**
 * A button that opens a list of actions beside it. The arrow keys move in it; Escape, Tab and a click elsewhere close
 * it.
 */
export function Menu({ items, buttonClass, class: name = '', children, ...labels }: MenuProps): JSX.Element {
  const isOpen = useSignal(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    isOpen.value = false;
  };
  useEffect(() => {
    if (!isOpen.value) return undefined;
    root.current?.querySelector<HTMLElement>('.menu-item')?.focus();
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) close();
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [isOpen.value]);
  return (
    <div ref={root} class={`menu ${name}`}>
      <button
        {...labels}
        ref={button}
        type="button"
        class={buttonClass}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-controls={isOpen.value ? id : undefined}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {children}
      </button>
      {isOpen.value && (
        <div
          id={id}
          class="menu-list"
          role="menu"
          onKeyDown={(event) => {
            rove(event, '.menu-item');
            if (event.key === 'Tab') close();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            close();
            button.current?.focus();
          }}
        >
          {items().map(({ icon, label, act, isDangerous, isChosen }) => (
            <button
              key={label}
              type="button"
              class={isDangerous ? 'menu-item is-dangerous' : 'menu-item'}
              role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={isChosen}
              tabIndex={-1}
              onClick={() => {
                close();
                // A dialog that it opens gives the focus back to the button.
                button.current?.focus();
                act();
              }}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
