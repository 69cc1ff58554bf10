import { Hub } from '@parley/realtime/hub';
import { Adapter } from 'socket.io-adapter';

import { aHub } from './hub-contract.js';

describe('a hub in memory', () => {
  aHub(() => {
    const hub = new Hub((namespace) => new Adapter(namespace), true);
    return Promise.resolve({ hubs: [hub], close: () => hub.close() });
  });
});
