import { socketUrl } from './tokens.command.js';

type Given = Parameters<typeof socketUrl>[0];

const configured = (host: string, port: number): Given =>
  ({ http: { host, port, trustedProxies: [] }, sockets: { path: '/messaging' } }) as unknown as Given;

describe('the socket URL that "tokens issue" prints', () => {
  it.each([
    ['127.0.0.1', 'ws://127.0.0.1:3000/messaging/?token=t'],
    ['0.0.0.0', 'ws://127.0.0.1:3000/messaging/?token=t'],
    ['::', 'ws://[::1]:3000/messaging/?token=t'],
    ['::1', 'ws://[::1]:3000/messaging/?token=t'],
    ['chat.internal', 'ws://chat.internal:3000/messaging/?token=t'],
  ])('can be opened on this machine where HOST is %s', (host, url) => {
    expect(socketUrl(configured(host, 3000), 't')).toBe(url);
  });

  it('is refused where PORT is 0', () => expect(() => socketUrl(configured('127.0.0.1', 0), 't')).toThrow(/PORT is 0/));
});
