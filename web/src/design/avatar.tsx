import type { PresenceStatus } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { hueOf, initialsOf } from './hue.js';
import { Icon } from './icon.js';
import type { IconName } from './icon.js';

interface AvatarProps {
  readonly name: string;
  /** Shown if it is of this site: others would learn who looks at it, and when. */
  readonly url?: string | null | undefined;
  /** Shown in place of initials. */
  readonly icon?: IconName | undefined;
  readonly status?: PresenceStatus | undefined;
  readonly size?: 'small' | 'large' | undefined;
}

/** Hidden from screen readers, because the name is always beside it. */
export function Avatar({ name, url, icon, status, size }: AvatarProps): JSX.Element {
  const broken = useSignal<string | null>(null);
  const picture = url && isOfThisSite(url) && broken.value !== url ? url : undefined;
  return (
    <span class={`avatar hue-${String(hueOf(name))} ${size ? `avatar-${size}` : ''}`} aria-hidden="true">
      {picture ? (
        <img src={picture} alt="" loading="lazy" onError={() => (broken.value = picture)} />
      ) : icon ? (
        <Icon name={icon} />
      ) : (
        initialsOf(name)
      )}
      {status && status !== 'offline' && <span class={`presence presence-${status}`} />}
    </span>
  );
}

const isOfThisSite = (url: string): boolean =>
  URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin;
