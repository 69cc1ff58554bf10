import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { APP_NAME } from '../../../src/deployment.js';

interface HeadingProps {
  /** Also of the window. */
  readonly title: string;
  /** Shown beside the title. */
  readonly children?: ComponentChildren;
}

/** The first heading of the page is not focused: the reading begins at the top. */
let isFirst = true;

/** The heading of a part of the page. It has the focus when the user has gone there. */
export function Heading({ title, children }: HeadingProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${APP_NAME}`;
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, [title]);
  return (
    <header class="part-head">
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      {children}
    </header>
  );
}
