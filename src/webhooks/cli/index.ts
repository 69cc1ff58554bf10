export { WebhooksCommand } from './webhooks.command.js';
