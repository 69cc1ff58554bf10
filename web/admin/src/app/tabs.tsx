import type { JSX } from 'preact';

import { Link } from './link.js';

interface TabsProps {
  /** For screen readers. */
  readonly label: string;
  /** Each path with its label. */
  readonly tabs: readonly (readonly [path: string, label: string])[];
  readonly current: string;
}

/** The views of an item, each with an address of its own. */
export const Tabs = ({ label, tabs, current }: TabsProps): JSX.Element => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(([path, text]) => (
      <Link key={path} to={path} aria-current={path === current ? 'page' : undefined}>
        {text}
      </Link>
    ))}
  </nav>
);
