export { VerifyCommand } from './verify.command.js';
