export { accessChanged } from './access-changed.signal.js';
export type { AccessChange } from './access-changed.signal.js';
export { toUser } from './user.view.js';
export { UsersDirectory } from './users.directory.js';
