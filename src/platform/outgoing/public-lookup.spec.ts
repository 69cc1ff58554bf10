import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isPublicAddress, NotPublic, publicLookup } from './public-lookup.js';

describe('a public IP address', () => {
  it.each(['1.1.1.1', '142.250.74.10', '172.15.0.1', '172.32.0.1', '2a00:1450:4001:80b::200a', '2606:4700::1111'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:1.1.1.1',
    '64:ff9b::a00:1',
    'fe80::1',
    'fe80::1%lo',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fec0::1',
    '::127.0.0.1',
    '',
    'localhost',
    '1.1.1',
    '0x7f.1',
    '1.1.1.1 ',
    '2130706433',
  ])('is not "%s"', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a host name that resolves to this machine', () => {
  it('is not connected to', async () => {
    let connections = 0;
    const server = createServer().on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const failed = await new Promise((resolve) => {
      request(`http://localhost:${String(port)}/`, { lookup: publicLookup })
        .on('error', resolve)
        .end();
    });
    expect(failed).toBeInstanceOf(NotPublic);
    expect(connections).toBe(0);
    server.close();
  });
});
