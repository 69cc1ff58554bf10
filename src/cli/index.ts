export { Deployment } from './deployment.js';
export { CommandGroup, ParleyCommand } from './parley-command.js';
export type { OutputOptions } from './parley-command.js';
export { givenPassword } from './given-password.js';
export type { PasswordOptions } from './given-password.js';
export { DEFAULT_LIMIT, limitOf, sinceOf, stateOf } from './list-options.js';
export { printable, table } from './table.js';
