import { endpointFault } from './push-endpoint.js';

describe('the check of a push endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQ',
    'https://db5p.notify.windows.com:443/w/?token=x',
  ])('allows %s', (endpoint) => expect(endpointFault(endpoint, [])).toBeUndefined());

  it.each([
    ['', 'Must be an https URL.'],
    ['nothing', 'Must be an https URL.'],
    ['http://push.example.com/x', 'Must be an https URL.'],
    ['file:///etc/passwd', 'Must be an https URL.'],
    ['javascript:alert(1)', 'Must be an https URL.'],
    ['https://user@push.example.com/x', 'Must have no user, password or fragment.'],
    ['https://:secret@push.example.com/x', 'Must have no user, password or fragment.'],
    ['https://push.example.com/x#y', 'Must have no user, password or fragment.'],
    ['https://push.example.com:8443/x', 'Must be at the port of https.'],
    ['https://push.example.com:22/x', 'Must be at the port of https.'],
    [`https://push.example.com/${'x'.repeat(2_048)}`, 'Must be at most 2048 characters.'],
    ...[
      'https://127.0.0.1/x',
      'https://2130706433/x',
      'https://0x7f.1/x',
      'https://0177.0.0.1/x',
      'https://1.1.1.1/x',
      'https://[::1]/x',
      'https://[::ffff:127.0.0.1]/x',
      'https://[fe80::1]/x',
      'https://127.0.0.1./x',
      'https://localhost/x',
      'https://LOCALHOST./x',
      'https://redis/x',
      'https://a.localhost/x',
      'https://nas.local/x',
      'https://metadata.google.internal/x',
      'https://ⓛocalhost/x',
      'https://127。0。0。1/x',
      'https://pi.home.arpa./x',
    ].map((endpoint): [string, string] => [endpoint, 'Must be at a public host.']),
  ])('refuses %s', (endpoint, fault) => expect(endpointFault(endpoint, [])).toBe(fault));

  it('allows any URL at the hosts that the deployment allows, and at no others', () => {
    const allowed = ['127.0.0.1:9000', 'push.lan', '.corp.example.com'];
    for (const endpoint of [
      'http://127.0.0.1:9000/x',
      'http://push.lan:81/x',
      'https://push.lan/x',
      'http://a.corp.example.com/x',
    ]) {
      expect([endpoint, endpointFault(endpoint, allowed)]).toEqual([endpoint, undefined]);
    }
    for (const endpoint of [
      'http://127.0.0.1:9001/x',
      'http://127.0.0.1/x',
      'http://push.lan.example.com/x',
      'http://corp.example.com/x',
      'ftp://push.lan/x',
      'http://user@push.lan/x',
    ]) {
      expect([endpoint, endpointFault(endpoint, allowed)]).toEqual([endpoint, expect.any(String)]);
    }
  });
});
