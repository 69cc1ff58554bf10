import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { NotPublic, publicLookup } from './public-lookup.js';

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
