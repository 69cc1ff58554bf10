import { readFileSync } from 'node:fs';

import { CannotStart, Config } from './config.js';
import { serversOf } from './database-url.js';
import { platformPart } from './platform.settings.js';
import { readConfig } from './read-config.js';

const readUrl = (url: string): string | undefined =>
  readConfig([platformPart], {
    NODE_ENV: 'production',
    JWT_SECRET: 's'.repeat(40),
    ALLOWED_HOSTS: 'chat.example.com',
    DATABASE_URL: url,
  }).of(Config).database.url;

describe('DATABASE_URL', () => {
  it.each([
    ['one host', 'postgres://u:p@a/chat', ['postgres://u:p@a/chat'], false],
    [
      'one host that must accept writes',
      'postgres://a/chat?target_session_attrs=read-write',
      ['postgres://a/chat'],
      true,
    ],
    [
      'a host in a parameter',
      'postgresql:///chat?host=/run/postgresql',
      ['postgresql:///chat?host=/run/postgresql'],
      false,
    ],
    [
      'several hosts',
      'postgres://u:p%40,@a:5432,b,[::1]:5433/chat?sslmode=verify-full&target_session_attrs=read-write',
      [
        'postgres://u:p%40,@a:5432/chat?sslmode=verify-full',
        'postgres://u:p%40,@b/chat?sslmode=verify-full',
        'postgres://u:p%40,@[::1]:5433/chat?sslmode=verify-full',
      ],
      true,
    ],
  ])('names %s', (_, url, urls, mustFindWritable) => {
    expect(readUrl(url)).toBe(url);
    expect(serversOf(url)).toEqual({ urls, mustFindWritable });
  });

  it('has the forms that the documentation shows', () => {
    const page = readFileSync('docs/high-availability.md', 'utf8');
    const urls = [...page.matchAll(/postgres(?:ql)?:\/\/parley:\S+?(?=[`\n])/g)].map(([url]) => url);
    expect(urls.map(readUrl)).toEqual(urls);
    expect(urls).toHaveLength(2);
  });

  it.each([
    ['postgres://hunter2@a,b/chat', 'must have the parameter ?target_session_attrs=read-write'],
    [
      'postgres://hunter2@a,b/chat?target_session_attrs=any',
      'must not have target_session_attrs other than read-write',
    ],
    ['postgres://hunter2@a/chat?target_session_attrs=standby', 'must not have target_session_attrs other than'],
    ['postgres://hunter2@a,/chat?target_session_attrs=read-write', 'must name each of several hosts'],
    ['postgres://hunter2@a:x,b/chat?target_session_attrs=read-write', 'must name each of several hosts'],
    ['postgres://hunter2@a,%2Frun/chat?target_session_attrs=read-write', 'must name each of several hosts'],
    ['postgres://hunter2@a,b:99999/chat?target_session_attrs=read-write', 'must be a URL that begins with postgres://'],
    [
      'postgres://hunter2@a,b/chat?port=1,2&target_session_attrs=read-write',
      'must name hosts and ports before the path, not in the parameter port',
    ],
    ['postgres:///hunter2?host=a,b', 'must name hosts and ports before the path, not in the parameter host'],
    ['mysql://hunter2@a,b/chat', 'must be a URL that begins with postgres://'],
  ])('is refused without its value: %s', (url, sentence) => {
    const start = (): unknown => readUrl(url);
    expect(start).toThrow(CannotStart);
    expect(start).toThrow(`DATABASE_URL: ${sentence}`);
    expect(start).not.toThrow('hunter2');
  });
});
