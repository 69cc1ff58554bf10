export { serveWebClient } from './web-client.js';
