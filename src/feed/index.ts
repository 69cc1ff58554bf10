export { OutboxConsumersRepository } from './feed-followers.repository.js';
export { OutboxReader } from './feed-reader.js';
export { OutboxConsumersModule, OutboxModule } from './feed.module.js';
export type { OutboxConsumer, OutboxEntry } from './follower.js';
