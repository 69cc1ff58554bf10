import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

import { isOneLine, isVisible } from '@parley/protocol/text';
import { makeValidator } from 'envalid';
import proxyAddr from 'proxy-addr';

/** An invalid value of a variable. The message states what is allowed, and never contains the value. */
export class WrongValue extends Error {}

export const text = makeValidator((raw) => raw);

/** @param max in code points */
export const shortText = ({ max }: { max: number }) =>
  makeValidator((raw) => {
    if (Array.from(raw).length > max) throw new WrongValue(`must have at most ${String(max)} characters`);
    return raw;
  });

/** One line that is visible. @param max in code points */
export const nameText = ({ max }: { max: number }) =>
  makeValidator((raw) => {
    if (!isVisible(raw) || !isOneLine(raw)) throw new WrongValue('must be one visible line');
    if (Array.from(raw).length > max) throw new WrongValue(`must have at most ${String(max)} characters`);
    return raw;
  });

export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  makeValidator((raw) => {
    const value = /^\d+$/.test(raw) ? Number(raw) : NaN;
    if (!(value >= min && value <= max)) {
      throw new WrongValue(`must be a whole number from ${String(min)} to ${String(max)}`);
    }
    return value;
  });

/** A fraction: `0.1` is every tenth. */
export const share = makeValidator<number>((raw) => {
  const value = /^\d+(\.\d+)?$/.test(raw) ? Number(raw) : NaN;
  if (!(value >= 0 && value <= 1)) throw new WrongValue('must be a number from 0 to 1');
  return value;
});

const SWITCH = new Map([
  ...['true', 'on', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'off', 'no', '0'].map((word) => [word, false] as const),
]);

export const switchOnOff = makeValidator<boolean>((raw) => {
  const value = SWITCH.get(raw.toLowerCase());
  if (value === undefined) throw new WrongValue('must be true or false');
  return value;
});

/**
 * @param options.credentials whether the URL may have a user and a password: `fetch` refuses such a URL, and logs it
 */
export const url = (schemes: readonly string[], { credentials = true } = {}) =>
  makeValidator((raw) => {
    if (!URL.canParse(raw) || !schemes.includes(new URL(raw).protocol)) {
      throw new WrongValue(`must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
    }
    const { username, password } = new URL(raw);
    if (!credentials && username + password !== '') throw new WrongValue('must not contain a user or a password');
    return raw;
  });

/** The address of a site. */
export const publicUrl = makeValidator((raw) => {
  const { protocol = '', pathname, search, hash } = URL.canParse(raw) ? new URL(raw) : ({} as Partial<URL>);
  if (
    !/^https?:$/.test(protocol) ||
    `${search ?? ''}${hash ?? ''}` !== '' ||
    !/^(\/[\w.~-]+)*\/?$/.test(pathname ?? '')
  ) {
    throw new WrongValue('must be an address with a path, such as https://example.com/chat');
  }
  return raw;
});

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/**
 * Seconds, from `900` or `15m`.
 * @throws WrongValue
 */
export function secondsOf(raw: string): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(raw) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds >= 1)) throw new WrongValue('must be a time such as 900, 15m, 24h or 7d');
  return seconds;
}

export const lifetime = makeValidator<number>(secondsOf);

export const listOf = (raw: string): string[] => raw.split(',').map((part) => part.trim());

/** Addresses, networks, and names of networks that `proxy-addr` defines. */
export const proxyList = makeValidator<string[]>((raw) => {
  const proxies = listOf(raw);
  if (!proxies.every(isProxy)) {
    throw new WrongValue('must be addresses (192.0.2.1), networks (10.0.0.0/8), loopback, linklocal or uniquelocal');
  }
  return proxies;
});

/** Refuses `1`, which `proxy-addr` accepts as an address, but other programs use as a number of hops. */
function isProxy(proxy: string): boolean {
  const [address = ''] = proxy.split('/', 1);
  if (isIP(address) === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(proxy);
  try {
    proxyAddr.compile(proxy);
    return true;
  } catch {
    return false;
  }
}

/** Comma-separated secrets, in order. */
export const secretList = makeValidator<string[]>((raw) => {
  const secrets = listOf(raw);
  if (secrets.includes('')) throw new WrongValue('must be a secret, or several separated by commas');
  return secrets;
});

const HOST = /^(\*|\.?[a-z0-9]([a-z0-9_.-]*[a-z0-9])?(:\d{1,5})?|\[[0-9a-f:.]+\](:\d{1,5})?)$/;

/** A host as browsers send it: `xn--cht-rla.example.com` for `chät.example.com`. */
function inAscii(host: string): string {
  const [, dot = '', name = '', port = ''] = /^(\.?)([^:]*)(:\d+)?$/.exec(host) ?? [];
  return /^[ -~]*$/.test(host) ? host : dot + domainToASCII(name) + port;
}

/** Hosts in lower case, with other letters than ASCII in Punycode. */
export const hostList = makeValidator<string[]>((raw) => {
  const hosts = listOf(raw.toLowerCase())
    .filter((host) => host !== '')
    .map(inAscii);
  if (!hosts.every((host) => HOST.test(host))) {
    throw new WrongValue(
      'must be hosts such as chat.example.com, .example.com, localhost:8080 or *, separated by commas',
    );
  }
  return hosts;
});

/** The path of a URL, with or without a trailing slash. */
export const path = makeValidator<string>((raw) => {
  if (!/^(\/[A-Za-z0-9._~-]+)+\/?$/.test(raw)) throw new WrongValue('must be a path such as /messaging/');
  return raw;
});
