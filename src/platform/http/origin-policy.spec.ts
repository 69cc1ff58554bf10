import { mayOpen } from './origin-policy.js';

const open = (origin: string | undefined, allowedHosts: readonly string[], requireOrigin = false): boolean =>
  mayOpen(origin, { allowedHosts, requireOrigin });

describe('the origin policy', () => {
  it.each([
    ['https://chat.example.com', ['chat.example.com']],
    ['https://CHAT.Example.COM', ['chat.example.com']],
    ['https://chat.example.com:8443', ['chat.example.com']],
    ['https://chat.example.com:8443', ['chat.example.com:8443']],
    ['https://chat.example.com', ['chat.example.com:443']],
    ['http://chat.example.com', ['chat.example.com:80']],
    ['https://a.b.example.com', ['.example.com']],
    ['https://example.com', ['.example.com']],
    ['http://[::1]:3000', ['[::1]']],
    ['http://localhost:5173', ['other.example', 'localhost']],
    ['https://anything.example', ['*']],
  ])('allows %s with ALLOWED_HOSTS %j', (origin, allowed) => expect(open(origin, allowed)).toBe(true));

  it.each([
    ['https://evil.example', ['chat.example.com']],
    ['https://chat.example.com.evil.example', ['chat.example.com']],
    ['https://notexample.com', ['.example.com']],
    ['https://chat.example.com:8443', ['chat.example.com:443']],
    ['https://chat.example.com@evil.example', ['chat.example.com']],
    ['https://chat.example.com/', ['evil.example']],
    ['https://evil.example/chat.example.com', ['chat.example.com']],
    ['null', ['*']],
    ['file:///etc/passwd', ['*']],
    ['chrome-extension://abcdef', ['*']],
    ['', ['*']],
    ['chat.example.com', ['chat.example.com']],
    ['https://chat.example.com', []],
    ['https://chat.example.com, https://evil.example', ['chat.example.com', '*']],
    ['https://evil.example, https://chat.example.com', ['chat.example.com']],
    ['https://chat.example.com,https://evil.example', ['chat.example.com']],
    ['https://chat.example.com https://evil.example', ['chat.example.com', '*']],
    ['https://chat.example.com.', ['chat.example.com', '.example.com']],
    ['https://:password@chat.example.com', ['chat.example.com', '*']],
    ['https://user@chat.example.com', ['chat.example.com', '*']],
    ['https://chat.example.com?evil.example', ['chat.example.com', '*']],
    ['https://chat.example.com#evil.example', ['chat.example.com', '*']],
    ['https://evil.example\\.example.com', ['.example.com', '*']],
    ['https://chat%2eexample.com', ['chat.example.com', '*']],
    ['https://chat.\texample.com', ['chat.example.com', '*']],
    ['https:chat.example.com', ['chat.example.com', '*']],
    ['https:///chat.example.com', ['chat.example.com', '*']],
    ['wss://chat.example.com', ['chat.example.com', '*']],
    ['https://xn--80ak6aa92e.com', ['apple.com']],
    ['https://2130706433', ['localhost']],
    ['https://[::ffff:127.0.0.1]', ['127.0.0.1', 'localhost']],
    ['https://chat.example.com:99999', ['chat.example.com', '*']],
  ])('refuses %s with ALLOWED_HOSTS %j', (origin, allowed) => expect(open(origin, allowed)).toBe(false));

  it('allows a handshake without an Origin, unless one is required', () => {
    expect(open(undefined, ['chat.example.com'])).toBe(true);
    expect(open(undefined, ['chat.example.com'], true)).toBe(false);
  });

  it('refuses every handshake while ALLOWED_HOSTS is empty', () => expect(open(undefined, [])).toBe(false));
});
