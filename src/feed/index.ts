export { FeedFollowersRepository } from './feed-followers.repository.js';
export { FeedReader } from './feed-reader.js';
export { FeedFollowersModule, FeedModule } from './feed.module.js';
export type { FeedFollower, FeedNews } from './follower.js';
