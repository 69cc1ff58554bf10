import type { ExecutionContext } from '@nestjs/common';

import type { Config } from '../../platform/config/config.js';
import { ApiError } from '../../platform/http/api-error.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { FileReaderGuard } from './file-reader.guard.js';
import type { FileUserGuard } from './file-user.guard.js';

const addresses = new RemoteAddresses({ http: { trustedProxies: [] as readonly string[] } } as Config);

const requestOf = (remoteAddress: string, query: object): ExecutionContext =>
  ({
    switchToHttp: () => ({ getRequest: () => ({ query, headers: {}, socket: { remoteAddress } }) }),
  }) as unknown as ExecutionContext;

const SIGNED = { at: '1', signature: 'x' };
/** The reads of one network address in its time. */
const MOST = 3_000;

describe('requests for files by signed addresses', () => {
  let asUsers: number;
  let guard: FileReaderGuard;

  beforeEach(() => {
    asUsers = 0;
    const users = {
      canActivate: () => {
        asUsers += 1;
        return Promise.resolve(true);
      },
    } as unknown as FileUserGuard;
    guard = new FileReaderGuard(users, addresses);
  });

  it('are limited for each network address', async () => {
    for (let count = 0; count < MOST; count += 1) await guard.canActivate(requestOf('192.0.2.1', SIGNED));
    const refusal = await guard.canActivate(requestOf('192.0.2.1', SIGNED)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect((refusal as ApiError).getStatus()).toBe(429);
    expect(Number((refusal as ApiError).headers['Retry-After'])).toBeGreaterThan(0);
    expect(await guard.canActivate(requestOf('192.0.2.2', SIGNED))).toBe(true);
  });

  it('are those with a signature; others need a user', async () => {
    await guard.canActivate(requestOf('192.0.2.1', SIGNED));
    expect(asUsers).toBe(0);
    await guard.canActivate(requestOf('192.0.2.1', { at: '1' }));
    expect(asUsers).toBe(1);
  });
});
