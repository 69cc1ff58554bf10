export { AdmittedSockets } from './admitted-sockets.js';
export { AuthModule } from './auth.module.js';
export { SocketAuthenticator } from './socket-authenticator.js';
export type { AuthenticatedSocket } from './socket-authenticator.js';
export { TokenPairs } from './token-pairs.service.js';
export type { TokenPair } from './token-pairs.service.js';
export { Unauthenticated } from './unauthenticated.js';
