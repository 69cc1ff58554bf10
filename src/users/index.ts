export { accessChanged } from './access-changed.signal.js';
export type { AccessChange } from './access-changed.signal.js';
export { MAX_PASSWORD_LENGTH } from './new-user.js';
export { toUser, userFromRow } from './user.view.js';
export type { UserRow } from './user.view.js';
export { MAX_USERNAME_LENGTH, usernameFault, usernameKey } from './username.js';
export { UsersModule } from './users.module.js';
export { UsersService } from './users.service.js';
export type { TokenHolder } from './users.service.js';
