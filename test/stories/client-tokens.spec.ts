import { TestApp } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { claimsOf, revoked, secondsFromNow, signed } from '../support/tokens.js';

let parley: Service;
let alice: TestUser;
/** Another log-in of Alice's. */
let again: TestUser;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  ({ alice } = await users(parley, 'alice'));
  again = await logIn(parley, alice.username);
});

/** An application that returns these tokens in turn, the last one repeatedly, and records the refused tokens. */
function givenTokens(...tokens: (string | null)[]): {
  readonly app: TestApp;
  readonly refused: (string | undefined)[];
} {
  const refused: (string | undefined)[] = [];
  const token = (each?: string): Promise<string | null> => {
    refused.push(each);
    return Promise.resolve((tokens.length > 1 ? tokens.shift() : tokens[0]) ?? null);
  };
  return { app: new TestApp(alice, parley, { token }), refused };
}

describe('the token of a client', () => {
  it('is renewed before it expires, on the same connection', async () => {
    const short = await signed({ ...claimsOf(alice.tokens.access), exp: secondsFromNow(3) });
    const { app, refused } = givenTokens(short, again.tokens.access);
    const states: string[] = [];
    app.chat.on('state', (state) => states.push(state));
    await app.chat.connect();
    const { data } = await app.receive('frame', ({ eventType }) => eventType === 'sessionauthenticate.dispatch');
    const expires_at = new Date(Number(claimsOf(again.tokens.access).exp) * 1_000).toISOString();
    expect(data).toEqual({ expires_at });
    expect([refused, states]).toEqual([
      [undefined, short],
      ['connecting', 'online'],
    ]);
    await app.chat.close();
  });

  it('is replaced when it is revoked, and the client reconnects', async () => {
    const { app, refused } = givenTokens(alice.tokens.access, again.tokens.access);
    await app.chat.connect();
    await revoked(parley, alice.tokens.refresh);
    await eventually(() => refused.length === 2);
    await app.expectState('online');
    expect(refused).toEqual([undefined, alice.tokens.access]);
    await app.chat.close();
  });

  it('is replaced when it has expired before the first connection', async () => {
    const old = await signed({ ...claimsOf(alice.tokens.access), exp: secondsFromNow(-60) });
    const { app, refused } = givenTokens(old, again.tokens.access);
    await app.chat.connect();
    expect(refused).toEqual([undefined, old]);
    await app.chat.close();
  });

  it('stops the client if a fresh token is refused too', async () => {
    const { app, refused } = givenTokens('old', 'fresh');
    const error = app.receive('error');
    await expect(app.chat.connect()).rejects.toMatchObject({ code: 'stopped' });
    await expect(error).resolves.toMatchObject({ detail: expect.stringContaining('token_invalid') as string });
    expect(refused).toEqual([undefined, 'old']);
  });

  it('stops the client if the application has no token any more', async () => {
    const { app } = givenTokens(null);
    const error = app.receive('error');
    await expect(app.chat.connect()).rejects.toMatchObject({ code: 'stopped' });
    await expect(error).resolves.toMatchObject({ code: 'token' });
  });

  it('is requested again after the application has failed to provide it', async () => {
    let failures = 2;
    const token = (): Promise<string> =>
      failures-- > 0 ? Promise.reject(new Error('the network is away')) : Promise.resolve(alice.tokens.access);
    const app = new TestApp(alice, parley, { token });
    const error = app.receive('error');
    await app.chat.connect();
    await expect(error).resolves.toMatchObject({ code: 'token', detail: 'the network is away' });
    await app.chat.close();
  });
});
