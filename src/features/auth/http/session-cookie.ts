import type { IncomingMessage, ServerResponse } from 'node:http';

import { parseCookie, stringifySetCookie } from 'cookie';

const NAME = 'parley_session';

/**
 * The cookie with the refresh token of the web client. Scripts cannot read it, and pages of other sites cannot send it.
 *
 * It has no `Path`, so its path is that of the URLs that set and read it, without what follows their last slash, also
 * behind a proxy that adds a prefix. Its name has the port of the page: cookies of one host are shared by all its
 * ports.
 */
export class SessionCookie {
  private readonly name: string;
  private readonly secure: boolean;

  /**
   * @param request with an `Origin` that the {@link PageOriginGuard} has accepted
   * @param response of the request, which sets or deletes the cookie
   */
  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    const { port, protocol } = new URL(request.headers.origin ?? '');
    this.name = port === '' ? NAME : `${NAME}_${port}`;
    this.secure = protocol === 'https:';
  }

  /** The refresh token that the browser sent; undefined without one. */
  get token(): string | undefined {
    return parseCookie(this.request.headers.cookie ?? '')[this.name];
  }

  /** @param lifetime in seconds */
  set(token: string, lifetime: number): void {
    this.write(token, lifetime);
  }

  delete(): void {
    this.write('', 0);
  }

  private write(value: string, maxAge: number): void {
    const options = { maxAge, httpOnly: true, sameSite: 'strict', secure: this.secure } as const;
    this.response.setHeader('Set-Cookie', stringifySetCookie(this.name, value, options));
  }
}
