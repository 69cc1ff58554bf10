export { TokensCommand } from './tokens.command.js';
