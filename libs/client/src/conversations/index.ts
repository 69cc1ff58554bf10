export type { Pin, PinPage, Poll, PollOption, PollUpdate } from '@parley/protocol';
export { Pins } from './pins.js';
export { Polls } from './polls.js';
export type { NewPoll } from '../new-message.js';
