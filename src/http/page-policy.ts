import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import helmet from 'helmet';

/** What a page may load, by the name of its directive, and from where: `'self'`, `https:`. */
type Sources = Partial<
  Record<'connectSrc' | 'fontSrc' | 'imgSrc' | 'manifestSrc' | 'mediaSrc' | 'scriptSrc' | 'styleSrc', readonly string[]>
>;

/** What a page may have: nothing, but for what is named. */
export interface Allowed {
  /** The texts of its `<style>` elements, as they stand between the tags. */
  readonly styles?: readonly string[];
  readonly sources?: Sources;
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * A Content-Security-Policy under which an answer that is looked at loads nothing, runs nothing, sends nothing and stands
 * in no frame, but for what is allowed: text by its hash, and everything else by where it comes from.
 */
export function pagePolicy({ styles = [], sources = {} }: Allowed): Handler {
  const nothing = ["'none'"];
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: nothing,
      ...sources,
      ...(styles.length > 0 ? { styleSrc: [...(sources.styleSrc ?? []), ...styles.map(hashOf)] } : {}),
      baseUri: nothing,
      formAction: nothing,
      frameAncestors: nothing,
    },
  });
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
