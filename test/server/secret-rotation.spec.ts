import { JWT_SECRET } from '../support/environment.js';
import { openClient } from '../support/handshake.js';
import { logIn, users } from '../support/people.js';
import { Service } from '../support/service.js';

const NEW_SECRET = 'the secret that takes the place of the old one';

let parley: Service;

beforeAll(async () => {
  parley = await Service.start();
});
afterAll(() => parley.stop());

it('log-ins stay valid while a new JWT_SECRET replaces the old one', async () => {
  const { alice } = await users(parley, 'alice');

  await parley.restart('SIGTERM', { JWT_SECRET: `${NEW_SECRET},${JWT_SECRET}` });
  await (await alice.connect()).close();
  const again = await logIn(parley, alice.username);

  await parley.restart('SIGTERM', { JWT_SECRET: NEW_SECRET });
  await (await again.connect()).close();
  const late = await openClient(parley.url, { token: alice.tokens.access });
  await expect(late.closed()).resolves.toEqual({ code: 4001, reason: 'token_invalid' });
});
