import type { IncomingMessage, ServerResponse } from 'node:http';

import helmet from 'helmet';

/** What a page may load, by the name of its directive, and from where: `'self'`, `https:`. */
type Sources = Partial<Record<Directive, readonly string[]>>;

type Directive =
  | 'connectSrc'
  | 'fontSrc'
  | 'imgSrc'
  | 'manifestSrc'
  | 'mediaSrc'
  | 'scriptSrc'
  | 'styleSrc'
  /** Of `style` attributes alone. */
  | 'styleSrcAttr';

/** What a page may have: nothing, but for what is named. */
export interface Allowed {
  readonly sources?: Sources;
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * A Content-Security-Policy under which an answer that is looked at loads nothing, runs nothing, sends nothing and stands
 * in no frame, but for what is allowed, by where it comes from.
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
