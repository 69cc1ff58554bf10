import type { IncomingMessage, ServerResponse } from 'node:http';

import { parseCookie, stringifySetCookie } from 'cookie';

import { FLOW_SECONDS } from '../oidc/log-in-flows.js';

const NAME = 'parley_oidc';
/** Several tabs can log in at once, and no browser sends more cookies than these. */
const MOST_COOKIES = 8;

/**
 * The cookie with a log-in that was begun. Scripts cannot read it. The browser sends it to the address of its return
 * only, also when the page of the provider, which is of another site, leads there.
 */
export class OidcCookie {
  private readonly name: string;

  /** @param state of the log-in */
  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    state: string,
  ) {
    this.name = `${NAME}_${String((state.codePointAt(0) ?? 0) % MOST_COOKIES)}`;
  }

  /** The log-in that the browser sent; undefined without one. */
  get sealed(): string | undefined {
    return parseCookie(this.request.headers.cookie ?? '')[this.name];
  }

  /** @param redirectUri the address to which the browser returns */
  set(sealed: string, { pathname, protocol }: URL): void {
    const options = { maxAge: FLOW_SECONDS, path: pathname, httpOnly: true, sameSite: 'lax' } as const;
    const cookie = stringifySetCookie(this.name, sealed, { ...options, secure: protocol === 'https:' });
    this.response.setHeader('Set-Cookie', cookie);
  }
}
