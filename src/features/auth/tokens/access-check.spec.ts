import { TokenVerifier } from './access-check.js';
import type { ForeignTokens } from './foreign-tokens.js';
import type { OwnTokens } from './own-tokens.js';

const own = { verify: () => Promise.resolve('ours') } as unknown as OwnTokens;
const foreign = { verify: () => Promise.resolve('theirs') } as unknown as ForeignTokens;
const verifier = new TokenVerifier(own, foreign);

const headed = (header: unknown): string => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.c2ln`;
const verify = async (token: string): Promise<unknown> => verifier.verify(token);

describe('the algorithm of a token', () => {
  it('decides which issuer verifies the token', async () => {
    expect(await verify(headed({ alg: 'HS256' }))).toBe('ours');
    for (const alg of ['RS256', 'ES256', 'EdDSA']) expect(await verify(headed({ alg }))).toBe('theirs');
  });

  it.each(['none', 'None', 'HS384', 'HS512', 'RS384', 'PS256', 'ES512', '', 7, null, undefined])(
    'cannot be %j',
    async (alg) => {
      await expect(verify(headed({ alg }))).rejects.toMatchObject({ reason: 'token_invalid' });
    },
  );

  it.each(['', '.', '...', 'a.b.c', 'bearer', '\u0000', 'x'.repeat(10_000), headed(null), headed([])])(
    'is not found in %j',
    async (token) => {
      await expect(verify(token)).rejects.toMatchObject({ reason: 'token_invalid' });
    },
  );
});
