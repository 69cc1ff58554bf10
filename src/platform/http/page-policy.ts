import type { IncomingMessage, ServerResponse } from 'node:http';

import helmet from 'helmet';

/** The allowed sources of a page, such as `'self'` or `https:`, by directive. */
type Sources = Partial<Record<Directive, readonly string[]>>;

type Directive =
  | 'connectSrc'
  | 'fontSrc'
  | 'frameSrc'
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
  /** Whether pages of this host may show it in a frame. */
  readonly framed?: boolean;
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * A Content-Security-Policy under which an answer shown in a browser loads, runs and sends nothing except from the
 * allowed sources, and is framed by no other host.
 */
export function pagePolicy({ sources = {}, framed = false }: Allowed): Handler {
  const nothing = ["'none'"];
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: nothing,
      ...sources,
      baseUri: nothing,
      formAction: nothing,
      frameAncestors: framed ? ["'self'"] : nothing,
    },
  });
}
