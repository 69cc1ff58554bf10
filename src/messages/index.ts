export { fromRow, MESSAGE_COLUMNS } from './message.rows.js';
export type { MessageRow } from './message.rows.js';
export { toMessage } from './message.view.js';
export type { StoredMessage } from './message.view.js';
export { MessagesModule } from './messages.module.js';
export { isPending, isUnread } from './waiting.js';
export { MessagePurgeModule } from './message-purge.module.js';
