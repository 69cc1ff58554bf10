import type { TokenSettings } from '../tokens/token.settings.js';
import { LogInFailure } from './log-in-failure.js';
import { LogInFlows } from './log-in-flows.js';

const flow = {
  state: 'a state',
  nonce: 'a nonce',
  verifier: 'a verifier',
  redirectUri: 'https://chat.example.com/api/oidc/callback',
  tab: 'a tab',
};

const flowsOf = (...secrets: string[]): LogInFlows =>
  new LogInFlows({ secrets } as Partial<TokenSettings> as TokenSettings);

describe('a log-in that was begun', () => {
  const flows = flowsOf('a secret');
  const expired = new LogInFailure('log_in_expired');

  afterEach(() => {
    vi.useRealTimers();
  });

  it('is read again by its state, for ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sealed = await flows.seal(flow);
    vi.setSystemTime(Date.now() + 599_000);
    await expect(flows.open(sealed, flow.state)).resolves.toMatchObject(flow);
    vi.setSystemTime(Date.now() + 2_000);
    await expect(flows.open(sealed, flow.state)).rejects.toEqual(expired);
  });

  it('is read after the secret was replaced, as long as the old one is accepted', async () => {
    const sealed = await flows.seal(flow);
    await expect(flowsOf('a new secret', 'a secret').open(sealed, flow.state)).resolves.toMatchObject(flow);
    await expect(flowsOf('a new secret').open(sealed, flow.state)).rejects.toEqual(expired);
  });

  it('cannot be read by the browser, and is not accepted when it was changed or is of another state', async () => {
    const sealed = await flows.seal(flow);
    for (const part of sealed.split('.')) expect(Buffer.from(part, 'base64url').toString()).not.toContain('a verifier');
    const changed = `${sealed.slice(0, -4)}AAAA`;
    await expect(flows.open(changed, flow.state)).rejects.toEqual(expired);
    for (const state of ['another state', '', null]) await expect(flows.open(sealed, state)).rejects.toEqual(expired);
    await expect(flows.open(undefined, flow.state)).rejects.toEqual(expired);
  });
});
