import type { JSX } from 'preact';

/** SVG paths in a view box of 24 by 24. */
const PATHS = {
  archive: 'M4 5h16v4H4zM5.5 9v10h13V9M10 13h4',
  attach: 'M20 11.5 12 19.5a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.7-7.7',
  back: 'm14.5 5-7 7 7 7',
  next: 'm9.5 5 7 7-7 7',
  bell: 'M6 9a6 6 0 1 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7M10 19.5a2 2 0 0 0 4 0',
  bellOff:
    'M6 9c0-1 .3-2 .8-3M9 3.8a6 6 0 0 1 9 5.2c0 3 .7 5 1.3 6M16 16H4c0-1 2-2 2-7M10 19.5a2 2 0 0 0 4 0M4 3l16 18',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  checks: 'm2 12.5 4.5 4.5L16 7.5M11.5 16.5l.5.5L21.5 7.5',
  clock: 'M12 7v5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  down: 'M12 5v14M6 13l6 6 6-6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  eye: 'M2.5 12c2.5-4.5 5.7-6.5 9.5-6.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5s-7-2-9.5-6.5M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  eyeOff:
    'M2.5 12c2.5-4.5 5.7-6.5 9.5-6.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5s-7-2-9.5-6.5M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M4 20 20 4',
  failed: 'M12 8v5M12 16.3v.2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17',
  file: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4',
  flag: 'M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0',
  forward: 'M14 6l6 5.5-6 5.5v-3.5c-5 0-8 1.5-10 5 .5-5.5 3.5-9 10-9.5z',
  group:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-3.5 3-6 6.5-6s6.5 2.5 6.5 6M16 4.5a3.3 3.3 0 0 1 0 6.3M18 14.5c2.2.9 3.5 3 3.5 5.5',
  hash: 'M9.5 4 8 20M16 4l-1.5 16M4.5 9h16M3.5 15h16',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5 13.3a4 4 0 0 0 5.7 5.7L12 17.7',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  logOut: 'M14 4H6v16h8M10 12h11M17 8l4 4-4 4',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  more: 'M5 10.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4M12 10.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4M19 10.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4',
  pin: 'M9 4h6l-.5 6 3 3.5h-11l3-3.5zM12 13.5V21',
  plus: 'M12 5v14M5 12h14',
  poll: 'M5 20V10h3.5v10zM10.2 20V4h3.6v16zM15.5 20v-7H19v7z',
  reply: 'M10 6 4 11.5 10 17v-3.5c5 0 8 1.5 10 5-.5-5.5-3.5-9-10-9.5z',
  retry: 'M4.5 12A7.5 7.5 0 1 0 7 6.4L4.5 8.5M4.5 4v4.5H9',
  right: 'M5 12h14M13 6l6 6-6 6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4',
  send: 'M4 12 20 4l-4.5 16-4-6.5zM11.5 13.5 20 4',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  shield: 'M12 3.5l7 2.5v5.5c0 4.3-3 7.6-7 9-4-1.4-7-4.7-7-9V6z',
  smile: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M8.5 14c1 1.5 2.2 2 3.5 2s2.5-.5 3.5-2M9 9.5v.3M15 9.5v.3',
  star: 'M12 4l2.4 5 5.6.8-4 3.9 1 5.5-5-2.7-5 2.7 1-5.5-4-3.9 5.6-.8z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  system: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  thread: 'M4 5h16v10H11l-4.5 4v-4H4zM8 9h8M8 12h5',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  unread: 'M4 7h16v11H4zM4 8l8 6 8-6M19 3.5v.01',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5c0-4 3.5-6.5 7.5-6.5s7.5 2.5 7.5 6.5',
} as const;

export type IconName = keyof typeof PATHS;

/** They point along the text, so that they are mirrored where it runs from right to left. */
const DIRECTIONAL: ReadonlySet<IconName> = new Set(['back', 'forward', 'logOut', 'next', 'reply', 'right', 'send']);

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg
      class={DIRECTIONAL.has(name) ? 'icon icon-directional' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
