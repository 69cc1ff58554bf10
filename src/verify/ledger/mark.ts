import type { Message } from '@parley/protocol';

const MARK = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?= )/;

/**
 * Every text that the crowd sends or edits begins with the `client_message_id` of its message: a message that was
 * stored without it is known all the same.
 */
export const marked = (clientMessageId: string, text: string): string => `${clientMessageId} ${text}`;

/** The `client_message_id` of a message, by its text if it has lost it. */
export const markOf = ({ content, client_message_id: given }: Message): string | undefined =>
  MARK.exec(content)?.[0] ?? given ?? undefined;
