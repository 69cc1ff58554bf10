import type { ServiceData } from './service-data.js';

export const JWT_SECRET = 'a secret of the specs that is long enough';

/** A variable with the value `undefined` is not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The whole environment of a process of the specs: nothing of the current process leaks in. */
export function environment(place: Pick<ServiceData, 'env'>, others: Environment = {}): Environment {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    ALLOWED_HOSTS: 'localhost,127.0.0.1',
    JWT_SECRET,
    // Specs send faster than users, all from one address. Specs of a limit set that limit.
    EVENTS_PER_SECOND: '1000000',
    EVENTS_BURST: '1000000',
    EVENTS_PER_SECOND_PER_USER: '1000000',
    EVENTS_BURST_PER_USER: '1000000',
    STORED_BYTES_PER_DAY: String(Number.MAX_SAFE_INTEGER),
    MEMBERSHIPS_PER_USER: '10000',
    HANDSHAKES_PER_SECOND: '1000000',
    FAILED_LOGINS_PER_MINUTE: '1000000',
    CONNECTIONS_PER_USER: '1000',
    STRANGERS_PER_HOUR: '0',
    API_REQUESTS_PER_SECOND: '1000000',
    API_REQUESTS_BURST: '1000000',
    ...place.env,
    ...others,
  };
}
