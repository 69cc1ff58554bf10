/** What push is called among those who follow the rooms. */
export const FOLLOWER = 'push';
