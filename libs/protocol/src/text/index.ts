export { addressIn } from './address-end.js';
export { UNSPACED } from './scripts.js';
export { OF_USERNAME, usernameKey } from './usernames.js';
