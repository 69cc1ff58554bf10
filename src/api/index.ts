export { ApiModule } from './api.module.js';
export { ApiKeysModule } from './keys/api-keys.module.js';
