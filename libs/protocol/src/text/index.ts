export { addressIn } from './address-end.js';
export { emojiForm, isEmoji } from './emoji-form.js';
export { ALIKE, folded } from './folded.js';
export { UNSPACED } from './scripts.js';
export { OF_USERNAME, usernameKey } from './usernames.js';
export { isOneLine, isVisible, nameTextFault, seenForm } from './visible.js';
