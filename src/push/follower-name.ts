/** The name of push as an outbox consumer. */
export const PUSH_CONSUMER = 'push';
