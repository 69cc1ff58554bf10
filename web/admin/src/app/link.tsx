import type { ComponentChildren, JSX } from 'preact';

import { go, hrefOf } from './router.js';

interface LinkProps {
  /** A path of the page, such as `users/ada`. */
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly onGo?: () => void;
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** A link to a part of the page, which is shown without loading the page again. */
export function Link({ to, children, onGo, ...others }: LinkProps): JSX.Element {
  return (
    <a
      {...others}
      href={hrefOf(to)}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        go(to);
        onGo?.();
      }}
    >
      {children}
    </a>
  );
}

export const UserLink = ({ username }: { readonly username: string }): JSX.Element => (
  <Link to={`users/${encodeURIComponent(username)}`}>
    <bdi>{username}</bdi>
  </Link>
);

export const RoomLink = ({ id, name }: { readonly id: string; readonly name?: string | null }): JSX.Element => (
  <Link to={`rooms/${id}`}>
    <bdi>{name ?? id}</bdi>
  </Link>
);
