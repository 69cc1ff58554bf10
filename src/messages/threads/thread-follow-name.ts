/** The name of the kind of private state of followed threads, which is stored with each change. */
export const THREAD_FOLLOW = 'thread_follow';
