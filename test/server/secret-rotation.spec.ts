import { JWT_SECRET } from '../support/environment.js';
import { openClient } from '../support/handshake.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { claimsOf, signed } from '../support/tokens.js';

const NEW_SECRET = 'the secret that takes the place of the old one';

let parley: Service;

beforeAll(async () => {
  parley = await Service.start({ JWT_SECRET: `${NEW_SECRET},${JWT_SECRET}` });
});
afterAll(() => parley.stop());

it('tokens of each JWT_SECRET in the list are valid, and those of no other', async () => {
  const { alice } = await users(parley, 'alice');
  await (await alice.connect()).close();
  const claims = claimsOf(alice.tokens.access);
  const earlier = await openClient(parley.url, { token: await signed(claims) });
  await earlier.receive('chat.notifications');
  await earlier.close();
  const secret = 'a secret that was in the list before';
  const late = await openClient(parley.url, { token: await signed(claims, { secret }) });
  await expect(late.closed()).resolves.toEqual({ code: 4001, reason: 'token_invalid' });
});
