import { WrongValue } from './parsers.js';
import { parseRedisUrl } from './redis-address.js';

const node = (host: string, port = 6_379) => ({ host, port });

describe('the URL of Redis', () => {
  it.each(['redis://host', 'rediss://user:secret@host:6380/2', 'redis://[::1]:6379'])('%s names one Redis', (url) => {
    expect(parseRedisUrl(url)).toEqual({ kind: 'single', url });
  });

  it('names the nodes of a cluster, with a port each, a user, and TLS', () => {
    expect(parseRedisUrl('redis+cluster://a,10.0.0.1:7000,[2001:db8::1]:7001')).toEqual({
      kind: 'cluster',
      nodes: [node('a'), node('10.0.0.1', 7_000), node('2001:db8::1', 7_001)],
      login: { tls: false },
    });
    expect(parseRedisUrl('rediss+cluster://par%20ley:s%40:c@a-1.example.com/')).toEqual({
      kind: 'cluster',
      nodes: [node('a-1.example.com')],
      login: { tls: true, username: 'par ley', password: 's@:c' },
    });
  });

  it('names the Sentinels, which have a user of their own, and the master', () => {
    expect(parseRedisUrl('redis+sentinel://:secret@a,b:7000/my-master')).toEqual({
      kind: 'sentinel',
      sentinels: [node('a', 26_379), node('b', 7_000)],
      name: 'my-master',
      login: { tls: false, password: 'secret' },
      sentinelLogin: { tls: false },
    });
    expect(parseRedisUrl('rediss+sentinel://u:p@a/m?sentinel_user=v&sentinel_password=q%26')).toMatchObject({
      login: { tls: true, username: 'u', password: 'p' },
      sentinelLogin: { tls: true, username: 'v', password: 'q&' },
    });
  });

  it.each([
    ['http://host', 'must be a URL that begins with redis://'],
    ['redis+cluster:a', 'must be a URL that begins with redis://'],
    ['redis+other://a', 'must be a URL that begins with redis://'],
    ['redis://hunter2@a@b:c', 'must be a URL: write @'],
    ['redis+cluster://u:hunter2#@a', 'must be a URL: write @'],
    ['redis+cluster://', 'must have hosts such as'],
    ['redis+cluster://a,,b', 'must have hosts such as'],
    ['redis+cluster://a, b', 'must have hosts such as'],
    ['redis+cluster://a:0', 'must have hosts such as'],
    ['redis+cluster://a:65536', 'must have hosts such as'],
    ['redis+cluster://a:', 'must have hosts such as'],
    ['redis+cluster://redis://a', 'must end after the hosts'],
    ['redis+cluster://a/1', 'must end after the hosts'],
    ['redis+cluster://a?b=c', 'must end after the hosts'],
    ['redis+cluster://u:hunter2%@a', 'in which a percent sign is written as %25'],
    ['redis+sentinel://a,b', 'must end with the name'],
    ['redis+sentinel://a,b/', 'must end with the name'],
    ['redis+sentinel://a,b/x/y', 'must end with the name'],
    ['redis+sentinel://a/x?password=hunter2', 'must have no parameters but'],
  ])('%s is refused, without a part of it in the message', (url, sentence) => {
    expect(() => parseRedisUrl(url)).toThrow(WrongValue);
    expect(() => parseRedisUrl(url)).toThrow(sentence);
    expect(() => parseRedisUrl(url)).not.toThrow('hunter2');
  });
});
