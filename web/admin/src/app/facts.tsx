import type { ComponentChildren, JSX } from 'preact';

import { fullTime } from '../../../src/design/times.js';

/** A name and its value; a value of null is not shown. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** Names with their values. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }): JSX.Element => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A time in the format of the page. */
export const Time = ({ iso }: { readonly iso: string }): JSX.Element => <time dateTime={iso}>{fullTime(iso)}</time>;

interface MarkProps {
  readonly kind?: 'plain' | 'good' | 'warn' | 'bad';
  readonly children: ComponentChildren;
}

/** A word about the state of an item. */
export const Mark = ({ kind = 'plain', children }: MarkProps): JSX.Element => (
  <span class={`mark mark-${kind}`}>{children}</span>
);
