export { StatsCommand } from './stats.command.js';
