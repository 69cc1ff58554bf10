import { randomUUID } from 'node:crypto';

import { ID_TOKEN_SECONDS, IdentityProvider } from '../../support/identity-provider.js';
import { CALLBACK, comeBack, walk } from '../../support/log-in-walk.js';
import type { Outcome } from '../../support/log-in-walk.js';
import { Service } from '../../support/service.js';

/** The difference of clocks that the service accepts. */
const CLOCK_SKEW_SECONDS = 30;

let provider: IdentityProvider;
let parley: Service;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  parley = await Service.start({ WEB_CLIENT: 'on', ...provider.env });
  provider.register({ redirectUris: [CALLBACK] });
  // The provider is in this process, and the service is not.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await parley.stop();
  await provider.stop();
});

/** The outcome of a log-in at a provider whose clock is behind. */
async function outcomeBehind(name: string, seconds: number): Promise<Outcome> {
  vi.setSystemTime(vi.getRealSystemTime() - seconds * 1_000);
  provider.person = { sub: randomUUID(), preferred_username: name };
  return comeBack(parley, await walk(parley, provider));
}

it('an ID token of a provider whose clock is a little behind is accepted, and none that has expired', async () => {
  await expect(outcomeBehind('little', ID_TOKEN_SECONDS + CLOCK_SKEW_SECONDS / 2)).resolves.toMatchObject({
    username: 'little',
  });
  await expect(outcomeBehind('far', ID_TOKEN_SECONDS + 2 * CLOCK_SKEW_SECONDS)).resolves.toEqual({
    log_in_error: 'provider_failed',
  });
});
