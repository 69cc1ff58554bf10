/** The name of push as an outbox consumer. */
export const FOLLOWER = 'push';
