import { App } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { logIn, people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { claimsOf, revoked, secondsFromNow, signed } from '../support/tokens.js';

let parley: Service;
let alice: Person;
/** Another log-in of Alice's. */
let again: Person;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  ({ alice } = await people(parley, 'alice'));
  again = await logIn(parley, alice.username);
});

/** An application that is given these in turn, the last for ever, and what it was asked for. */
function givenTokens(...tokens: (string | null)[]): { readonly app: App; readonly refused: (string | undefined)[] } {
  const refused: (string | undefined)[] = [];
  const token = (each?: string): Promise<string | null> => {
    refused.push(each);
    return Promise.resolve((tokens.length > 1 ? tokens.shift() : tokens[0]) ?? null);
  };
  return { app: new App(alice, parley, { token }), refused };
}

describe('a token', () => {
  it('is renewed before it expires, and the line stays', async () => {
    const short = await signed({ ...claimsOf(alice.tokens.access), exp: secondsFromNow(3) });
    const { app, refused } = givenTokens(short, again.tokens.access);
    const states: string[] = [];
    app.chat.on('state', (state) => states.push(state));
    await app.chat.connect();
    const { data } = await app.hears('frame', ({ eventType }) => eventType === 'sessionauthenticate.dispatch');
    const expires_at = new Date(Number(claimsOf(again.tokens.access).exp) * 1_000).toISOString();
    expect(data).toEqual({ expires_at });
    expect([refused, states]).toEqual([
      [undefined, short],
      ['connecting', 'online'],
    ]);
    await app.chat.close();
  });

  it('that is let in no more is replaced, and the client comes back', async () => {
    const { app, refused } = givenTokens(alice.tokens.access, again.tokens.access);
    await app.chat.connect();
    await revoked(parley, alice.tokens.refresh);
    await eventually(() => refused.length === 2);
    await app.is('online');
    expect(refused).toEqual([undefined, alice.tokens.access]);
    await app.chat.close();
  });

  it('that was old from the beginning is replaced too', async () => {
    const old = await signed({ ...claimsOf(alice.tokens.access), exp: secondsFromNow(-60) });
    const { app, refused } = givenTokens(old, again.tokens.access);
    await app.chat.connect();
    expect(refused).toEqual([undefined, old]);
    await app.chat.close();
  });

  it('that is fresh and refused all the same is the last', async () => {
    const { app, refused } = givenTokens('old', 'fresh');
    const error = app.hears('error');
    await expect(app.chat.connect()).rejects.toMatchObject({ code: 'stopped' });
    await expect(error).resolves.toMatchObject({ detail: expect.stringContaining('token_invalid') as string });
    expect(refused).toEqual([undefined, 'old']);
  });

  it('that there is none of any more stops the client', async () => {
    const { app } = givenTokens(null);
    const error = app.hears('error');
    await expect(app.chat.connect()).rejects.toMatchObject({ code: 'stopped' });
    await expect(error).resolves.toMatchObject({ code: 'token' });
  });

  it('that cannot be had for now is asked for again', async () => {
    let failures = 2;
    const token = (): Promise<string> =>
      failures-- > 0 ? Promise.reject(new Error('the network is away')) : Promise.resolve(alice.tokens.access);
    const app = new App(alice, parley, { token });
    const error = app.hears('error');
    await app.chat.connect();
    await expect(error).resolves.toMatchObject({ code: 'token', detail: 'the network is away' });
    await app.chat.close();
  });
});
