export { ChatWsAdapter } from './chat-ws.adapter.js';
export { GatewayModule } from './gateway.module.js';
export { OpenSockets } from './open-sockets.js';
