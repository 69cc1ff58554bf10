import type { BrowserContext } from 'playwright-core';

import { logIn } from './people.js';
import type { TestUser } from './people.js';

/** The users whose first refresh token a page exchanges: another exchange would end the log-in. */
const spent = new WeakSet<TestUser>();

/**
 * Gives a browser context what the pages of a service keep after a log-in, because typing one costs a password hash and
 * a page. The first context of a user has the log-in of its {@link TestUser}, each further one has a log-in of its own.
 * @param where the service, or a proxy to it
 */
export async function keepLogIn(
  context: BrowserContext,
  where: { readonly url: string },
  user: TestUser,
): Promise<void> {
  const { origin, hostname, port } = new URL(where.url);
  const { tokens } = spent.has(user) ? await logIn({ url: origin }, user.username) : user;
  spent.add(user);
  const cookie = { name: `parley_session_${port}`, value: tokens.refresh, domain: hostname, path: '/api/web/session' };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
  const kept = JSON.stringify({ id: user.id, username: user.username });
  // Once for each context: what a page removes later stays removed.
  await context.addInitScript(`
    if (origin === '${origin}' && localStorage.getItem('spec:log-in') === null) {
      localStorage.setItem('spec:log-in', 'kept');
      localStorage.setItem('parley:log-in', '${kept}');
    }`);
}
