import type { Endpoint, Login, RedisAddress } from '@parley/realtime/hub';
import { makeValidator } from 'envalid';

import { WrongValue } from './parsers.js';

const SCHEMES =
  'must be a URL that begins with redis:// or rediss://, or, for Redis Cluster or Sentinel, with redis+cluster://, ' +
  'rediss+cluster://, redis+sentinel:// or rediss+sentinel://';
const SEVERAL = /^(rediss?)\+(cluster|sentinel):\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const ENDPOINT = /^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;
const MASTER_NAME = /^[A-Za-z0-9_.-]+$/;
const REDIS_PORT = 6_379;
const SENTINEL_PORT = 26_379;
const HIGHEST_PORT = 65_535;

/**
 * @param url of one of the forms `redis://host`, `redis+cluster://a,b,c` and `redis+sentinel://a,b,c/name`, each with
 * `rediss` for TLS, `user:password@` before the hosts, and `:port` after a host. The Sentinels may have a user of their
 * own: `?sentinel_user=...&sentinel_password=...`
 * @throws WrongValue, without any part of the URL
 */
export function parseRedisUrl(url: string): RedisAddress {
  const [, scheme, kind, authority = '', path = '', query = ''] = SEVERAL.exec(url) ?? [];
  if (kind === undefined) return parseSingle(url);
  const at = authority.lastIndexOf('@');
  const tls = scheme === 'rediss';
  const login = { tls, ...parseCredentials(authority.slice(0, Math.max(0, at))) };
  const hosts = authority.slice(at + 1).split(',');
  return kind === 'cluster'
    ? clusterOf(hosts, login, path + query)
    : sentinelOf(hosts, login, path, new URLSearchParams(query));
}

function parseSingle(url: string): RedisAddress {
  if (!URL.canParse(url) || !['redis:', 'rediss:'].includes(new URL(url).protocol)) {
    throw new WrongValue(
      /^rediss?(\+(cluster|sentinel))?:\/\//.test(url)
        ? 'must be a URL: write @, / and # of a password as %40, %2F and %23'
        : SCHEMES,
    );
  }
  return { kind: 'single', url };
}

function clusterOf(hosts: readonly string[], login: Login, rest: string): RedisAddress {
  if (rest !== '') {
    throw new WrongValue('must end after the hosts for Redis Cluster, which has no numbered databases');
  }
  return { kind: 'cluster', nodes: hosts.map((host) => parseEndpoint(host, REDIS_PORT)), login };
}

function sentinelOf(hosts: readonly string[], login: Login, name: string, query: URLSearchParams): RedisAddress {
  if (!MASTER_NAME.test(name)) {
    throw new WrongValue(
      'must end with the name under which the Sentinels know the master: redis+sentinel://a,b,c/mymaster',
    );
  }
  const { sentinel_user: username, sentinel_password: password, ...others } = Object.fromEntries(query);
  if (Object.keys(others).length > 0) {
    throw new WrongValue('must have no parameters but sentinel_user and sentinel_password');
  }
  return {
    kind: 'sentinel',
    sentinels: hosts.map((host) => parseEndpoint(host, SENTINEL_PORT)),
    name,
    login,
    sentinelLogin: { tls: login.tls, ...(username && { username }), ...(password && { password }) },
  };
}

function parseEndpoint(text: string, defaultPort: number): Endpoint {
  const [, host, , portText] = ENDPOINT.exec(text) ?? [];
  const port = portText === undefined ? defaultPort : Number(portText);
  if (host === undefined || port < 1 || port > HIGHEST_PORT) {
    throw new WrongValue(
      'must have hosts such as redis-1, 192.0.2.1:6379 or [2001:db8::1]:6379, separated by commas without spaces',
    );
  }
  return { host: host.replace(/^\[|\]$/g, ''), port };
}

function parseCredentials(text: string): Pick<Login, 'username' | 'password'> {
  const [user = '', ...others] = text.split(':');
  try {
    const [username, password] = [user, others.join(':')].map(decodeURIComponent);
    return { ...(username && { username }), ...(password && { password }) };
  } catch {
    throw new WrongValue('must have a user and a password in which a percent sign is written as %25');
  }
}

/** See {@link parseRedisUrl}. */
export const redisUrl = makeValidator<string>((raw) => {
  parseRedisUrl(raw);
  return raw;
});
