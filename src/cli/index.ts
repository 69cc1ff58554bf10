export { Deployment } from './deployment.js';
export { CommandGroup, ParleyCommand } from './parley-command.js';
export type { OutputOptions } from './parley-command.js';
export { givenPassword } from './given-password.js';
export type { PasswordOptions } from './given-password.js';
export { printable, table } from './table.js';
