export { addressIn } from './address-end.js';
export { ALIKE, folded } from './folded.js';
export { UNSPACED } from './scripts.js';
export { OF_USERNAME, usernameKey } from './usernames.js';
