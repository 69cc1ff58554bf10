import { Adapter } from 'socket.io-adapter';

import type { AdapterFactory } from './adapter-bridge.js';

/** For a process that is alone. */
export const inMemory: AdapterFactory = (namespace) => new Adapter(namespace);
