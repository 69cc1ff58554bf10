export { addressIn } from './address-end.js';
export { emojiForm, isEmoji } from './emoji-form.js';
export { ALIKE, folded } from './folded.js';
export { UNSPACED } from './scripts.js';
export { isOneLine, isVisible, nameTextFault, OF_USERNAME, seenForm, usernameKey } from './visible.js';
