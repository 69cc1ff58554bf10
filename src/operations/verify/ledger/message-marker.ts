import type { Message } from '@parley/protocol';

const MARKER = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?= )/;

/**
 * Every text of the run starts with the `client_message_id` of its message, so that a message that was stored without a
 * `client_message_id` can be identified.
 */
export const withMarker = (clientMessageId: string, text: string): string => `${clientMessageId} ${text}`;

/** The `client_message_id` of a message, from its text if possible. */
export const markerOf = ({ content, client_message_id: given }: Message): string | undefined =>
  MARKER.exec(content)?.[0] ?? given ?? undefined;
