import { makeValidator } from 'envalid';

import { WrongValue } from './parsers.js';

/** The parts of a URL before, of and after its hosts. The last `@` ends the password. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** libpq's name of the condition that a server must meet. */
const CONDITION = 'target_session_attrs';
const WRITABLE = 'read-write';

/** The servers that a URL names. */
export interface DatabaseServers {
  /** One URL a host, in the order of the URL. */
  readonly urls: readonly [string, ...string[]];
  /** Whether the one that accepts writes must be found. */
  readonly mustFindWritable: boolean;
}

/** @param url a valid `DATABASE_URL` */
export function serversOf(url: string): DatabaseServers {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => new URL(before + host + after));
  if (first?.searchParams.get(CONDITION) !== WRITABLE) return { urls: [url], mustFindWritable: false };
  return { urls: [withoutCondition(first), ...others.map(withoutCondition)], mustFindWritable: true };
}

/** The driver does not know the parameter. */
function withoutCondition(url: URL): string {
  url.searchParams.delete(CONDITION);
  return url.href;
}

/**
 * One host, or several of which one accepts writes: `postgres://a:5432,b:5432/chat?target_session_attrs=read-write`.
 */
export const databaseUrl = makeValidator<string>((raw) => {
  const [, before = '', list = '', after = ''] = PARTS.exec(raw) ?? [];
  const hosts = list.split(',');
  if (hosts.length > 1 && !hosts.every((host) => HOST.test(host))) {
    throw new WrongValue('must name each of several hosts, as in postgres://user:password@host1:5432,host2:5432/chat');
  }
  if (before === '' || !hosts.every((host) => URL.canParse(before + host + after))) {
    throw new WrongValue('must be a URL that begins with postgres:// or postgresql://');
  }
  const { searchParams } = new URL(`postgres://host${after}`);
  checkCondition(searchParams.get(CONDITION), hosts.length);
  checkParameters(searchParams);
  return raw;
});

function checkCondition(condition: string | null, hosts: number): void {
  if (condition !== null && condition !== WRITABLE) {
    throw new WrongValue(`must not have ${CONDITION} other than ${WRITABLE}, because the service writes`);
  }
  if (condition === null && hosts > 1) {
    throw new WrongValue(`must have the parameter ?${CONDITION}=${WRITABLE}, because it names several hosts`);
  }
}

/** The driver takes a host from a parameter too, but never several. */
function checkParameters(parameters: URLSearchParams): void {
  for (const name of ['host', 'hostaddr', 'port']) {
    const value = parameters.get(name);
    if (value !== null && (parameters.has(CONDITION) || value.includes(','))) {
      throw new WrongValue(`must name hosts and ports before the path, not in the parameter ${name}`);
    }
  }
}
