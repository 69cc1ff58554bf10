import { Signals } from '../../../platform/cluster-signals/signals.js';
import type { TokenSettings } from '../tokens/token.settings.js';
import { accessChanged } from '../../users/user.signals.js';
import type { AccessChange } from '../../users/user.signals.js';
import { CLOCK_SKEW_SECONDS } from '../tokens/verified-token.js';
import { SocketTokenRegistry } from './socket-token-registry.js';
import type { AuthenticatedSocket } from './socket-token-registry.js';

const DAY_MS = 86_400_000;
const EXPIRED = '4001 token_expired';
const REVOKED = '4001 token_invalid';

let signals: Signals;
let registry: SocketTokenRegistry;

const startWith = (closeOnTokenExpiry: boolean): void => {
  signals = new Signals();
  registry = new SocketTokenRegistry({ closeOnTokenExpiry } as TokenSettings, signals);
  registry.onModuleInit();
};

beforeEach(() => {
  vi.useFakeTimers();
  startWith(true);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A token of Alice, who is user 1, checked at this moment. */
const checked = (token: { family?: string; expiresAt?: Date; userId?: number } = {}): AuthenticatedSocket => {
  const { family = 'phone', expiresAt = inFuture(DAY_MS), userId = 1 } = token;
  const user = {
    id: userId,
    username: 'alice',
    first_name: '',
    last_name: '',
    avatar: null,
    status: null,
    is_bot: false,
  };
  return { actor: { user }, roomsVersion: 1, family, expiresAt, checkedAt: performance.now() };
};

/** The expiry of a token is earlier by the allowed clock skew. */
const inFuture = (milliseconds: number): Date => new Date(Date.now() + milliseconds - CLOCK_SKEW_SECONDS * 1_000);

let opened = 0;

/** @returns its id, and the code and reason of its close */
const opens = (identity: AuthenticatedSocket): { readonly id: string; readonly closings: string[] } => {
  const closings: string[] = [];
  const close = ({ code }: { code: number }, reason: string): void => void closings.push(`${String(code)} ${reason}`);
  const id = String(++opened);
  registry.add({ id, close }, identity);
  return { id, closings };
};

const isAnnounced = (change: Partial<AccessChange>): void => {
  signals.deliver(accessChanged.name, { userId: 1, reason: 'token_invalid', ...change });
};

describe('an open socket', () => {
  it('closes when its token expires, and not before', () => {
    const { closings } = opens(checked({ expiresAt: inFuture(1_000) }));
    vi.advanceTimersByTime(999);
    expect(closings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(closings).toEqual([EXPIRED]);
  });

  it('closes when its token expires after more than the longest delay of a timer', () => {
    const { closings } = opens(checked({ expiresAt: inFuture(60 * DAY_MS) }));
    vi.advanceTimersByTime(60 * DAY_MS - 1);
    expect(closings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(closings).toEqual([EXPIRED]);
  });

  it('outlives its token if closing on expiry is disabled, but not a revocation', () => {
    startWith(false);
    const { closings } = opens(checked({ expiresAt: inFuture(1_000) }));
    vi.advanceTimersByTime(DAY_MS);
    expect(closings).toEqual([]);
    isAnnounced({});
    expect(closings).toEqual([REVOKED]);
  });

  it('gets no second close after it was removed', () => {
    const { id, closings } = opens(checked({ expiresAt: inFuture(1_000) }));
    registry.remove(id);
    vi.advanceTimersByTime(DAY_MS);
    isAnnounced({});
    expect(closings).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('closes when its log-in is revoked or its user is deactivated, and for no other log-in or user', () => {
    const [phone, laptop] = [opens(checked({ family: 'phone' })), opens(checked({ family: 'laptop' }))];
    const others = opens(checked({ userId: 2, family: 'phone' }));
    isAnnounced({ family: 'phone' });
    expect([phone, laptop, others].map(({ closings }) => closings)).toEqual([[REVOKED], [], []]);
    isAnnounced({ reason: 'user_inactive' });
    expect(laptop.closings).toEqual(['4001 user_inactive']);
    expect(others.closings).toEqual([]);
  });

  it('closes at once for a revocation during the check of its token, and not for an earlier one', () => {
    isAnnounced({ family: 'phone' });
    vi.advanceTimersByTime(1);
    const identities = [checked({ family: 'phone' }), checked({ family: 'laptop' }), checked({ userId: 2 })];
    expect(opens(identities[0]!).closings).toEqual([]);
    isAnnounced({ family: 'phone' });
    expect(identities.map((identity) => opens(identity).closings)).toEqual([[REVOKED], [], []]);
  });
});

describe('an open socket with a renewed token', () => {
  it('closes when the new token expires, whether later or sooner', () => {
    for (const lifetime of [500, 5_000]) {
      const { id, closings } = opens(checked({ expiresAt: inFuture(1_000) }));
      registry.renew(id, checked({ expiresAt: inFuture(lifetime) }));
      vi.advanceTimersByTime(lifetime - 1);
      expect(closings).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(closings).toEqual([EXPIRED]);
    }
  });

  it('belongs to the log-in of the new token', () => {
    const { id, closings } = opens(checked({ family: 'old' }));
    registry.renew(id, checked({ family: 'new' }));
    isAnnounced({ family: 'old' });
    expect(closings).toEqual([]);
    isAnnounced({ family: 'new' });
    expect(closings).toEqual([REVOKED]);
  });

  it('closes for a revocation during the check of the new token', () => {
    const { id, closings } = opens(checked({ family: 'old' }));
    const identity = checked({ family: 'new' });
    isAnnounced({ family: 'new' });
    expect(closings).toEqual([]);
    registry.renew(id, identity);
    expect(closings).toEqual([REVOKED]);
  });

  it('is not registered again if it was closed before the renewal', () => {
    const { id, closings } = opens(checked());
    registry.remove(id);
    registry.renew(id, checked({ expiresAt: inFuture(1_000) }));
    vi.advanceTimersByTime(DAY_MS);
    expect(closings).toEqual([]);
  });
});
