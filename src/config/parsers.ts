import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';

import { makeValidator } from 'envalid';
import proxyAddr from 'proxy-addr';

/** A value that a variable cannot have. The message says what it may be and never repeats what it was. */
export class WrongValue extends Error {}

export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  makeValidator((raw) => {
    const value = /^\d+$/.test(raw) ? Number(raw) : NaN;
    if (!(value >= min && value <= max)) {
      throw new WrongValue(`must be a whole number from ${String(min)} to ${String(max)}`);
    }
    return value;
  });

/** A part of all: `0.1` is every tenth. */
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

/** @param options.credentials whether it may name a user and a password: `fetch` takes no such URL, and repeats it */
export const url = (schemes: readonly string[], { credentials = true } = {}) =>
  makeValidator((raw) => {
    if (!URL.canParse(raw) || !schemes.includes(new URL(raw).protocol)) {
      throw new WrongValue(`must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
    }
    const { username, password } = new URL(raw);
    if (!credentials && username + password !== '') throw new WrongValue('must not hold a user or a password');
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

const listOf = (raw: string): string[] => raw.split(',').map((part) => part.trim());

/** Addresses, networks, and the names that `proxy-addr` has for some of them. */
export const proxyList = makeValidator<string[]>((raw) => {
  const proxies = listOf(raw);
  if (!proxies.every(isProxy)) {
    throw new WrongValue('must be addresses (192.0.2.1), networks (10.0.0.0/8), loopback, linklocal or uniquelocal');
  }
  return proxies;
});

/** `proxy-addr` alone takes `1` for an address, which in other programs is a number of hops. */
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

/** Secrets with commas between them, in their order. */
export const secretList = makeValidator<string[]>((raw) => {
  const secrets = listOf(raw);
  if (secrets.includes('')) throw new WrongValue('must be a secret, or several with a comma between two');
  return secrets;
});

const HOST = /^(\*|\.?[a-z0-9]([a-z0-9_.-]*[a-z0-9])?(:\d{1,5})?|\[[0-9a-f:.]+\](:\d{1,5})?)$/;

/** Hosts in lower case. */
export const hostList = makeValidator<string[]>((raw) => {
  const hosts = listOf(raw.toLowerCase()).filter((host) => host !== '');
  if (!hosts.every((host) => HOST.test(host))) {
    throw new WrongValue(
      'must be hosts such as chat.example.com, .example.com, localhost:8080 or *, with commas between',
    );
  }
  return hosts;
});

/** A public key as PEM text. */
export const publicKey = makeValidator<string>((raw) => {
  const pem = raw.replaceAll('\\n', '\n');
  try {
    createPublicKey(pem);
  } catch {
    throw new WrongValue('must be a public key or certificate as PEM');
  }
  if (pem.includes('PRIVATE KEY')) throw new WrongValue('must be a public key, not a private one');
  return pem;
});

/** The path of a URL, with or without a last slash. */
export const path = makeValidator<string>((raw) => {
  if (!/^(\/[A-Za-z0-9._~-]+)+\/?$/.test(raw)) throw new WrongValue('must be a path such as /messaging/');
  return raw;
});

/** So many bytes as base64url, with or without padding; without it from here on. */
export const bytesOf = (length: number) =>
  makeValidator<string>((raw) => {
    const bytes = Buffer.from(raw, 'base64url');
    if (!/^[A-Za-z0-9_-]+={0,2}$/.test(raw) || bytes.length !== length) {
      throw new WrongValue(`must be ${String(length)} bytes as base64url: npx parley push keys makes a pair`);
    }
    return bytes.toString('base64url');
  });

/** Whom somebody writes to. */
export const contact = makeValidator<string>((raw) => {
  if (!/^mailto:[^@\s]+@[^@\s]+$/.test(raw) && !(URL.canParse(raw) && new URL(raw).protocol === 'https:')) {
    throw new WrongValue('must be mailto:somebody@example.com or an https:// URL');
  }
  return raw;
});
