import type { IncomingMessage, ServerResponse } from 'node:http';

import helmet from 'helmet';

/** The allowed sources of a page, such as `'self'` or `https:`, by directive. */
type Sources = Partial<Record<Directive, readonly string[]>>;

type Directive =
  | 'connectSrc'
  | 'fontSrc'
  | 'imgSrc'
  | 'manifestSrc'
  | 'mediaSrc'
  | 'scriptSrc'
  | 'styleSrc'
  /** For `style` attributes only. */
  | 'styleSrcAttr';

/** The exceptions for a page: everything else is forbidden. */
export interface Allowed {
  readonly sources?: Sources;
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * A Content-Security-Policy under which an answer shown in a browser loads, runs and sends nothing except from the
 * allowed sources, and cannot be framed.
 */
export function pagePolicy({ sources = {} }: Allowed): Handler {
  const nothing = ["'none'"];
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: nothing,
      ...sources,
      baseUri: nothing,
      formAction: nothing,
      frameAncestors: nothing,
    },
  });
}
