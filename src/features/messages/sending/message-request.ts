import { Bool, Id, Optional, StrictObject, StrictObjects, Text } from '@parley/realtime/requests';

import { AttachmentRequest } from '../attachments/attachment.request.js';
import { MessagePartsRequest } from './message-parts.js';

/** The fields of a message besides its text. */
export class ExtraFieldsRequest extends MessagePartsRequest {
  @Optional()
  @Id()
  parent_message_id?: string | null;

  @Optional()
  @Id()
  forwarded_from_id?: string | null;

  /** The room of the forwarded message. */
  @Optional()
  @Id()
  forwarded_from_room_id?: string | null;

  /** The message that starts the thread in which this is a reply. */
  @Optional()
  @Id()
  thread_id?: string | null;

  /** Whether the reply stands among the messages of the room too. */
  @Optional()
  @Bool()
  also_to_room?: boolean | null;

  @Optional()
  @StrictObjects(() => AttachmentRequest)
  media?: AttachmentRequest[] | null;
}

/** A message that is sent, now or later. */
export class MessageRequest {
  @Id()
  room_id!: string;

  @Text()
  content!: string;

  @Optional()
  @Id()
  client_message_id?: string | null;

  @Optional()
  @StrictObject(() => ExtraFieldsRequest)
  extra_fields?: ExtraFieldsRequest | null;
}
