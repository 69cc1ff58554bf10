import type { User } from '@parley/protocol';

/** A message or an edit before it is stored. */
export interface ModeratedMessage {
  readonly action: 'create' | 'edit';
  readonly room: { readonly id: string; readonly type: string };
  readonly sender: User;
  readonly content: string;
  /** Its other texts, which may be masked too: the options of a poll, the captions of files. */
  readonly texts: readonly string[];
  /** Its texts that cannot be masked: what it forwards, the names of files. */
  readonly fixedTexts: readonly string[];
  /** As the request has them. */
  readonly extraFields: object;
  readonly clientMessageId: string | undefined;
  /** The text before an edit. */
  readonly previous: string | undefined;
}

/** A message that may be stored, with the texts to store. */
export interface ModerationVerdict {
  readonly content: string;
  readonly texts: readonly string[];
  /** Whether nobody may read it until a moderator has allowed it. */
  readonly isHeld: boolean;
}

/** The message may not be stored. The reason is for its sender. */
export class MessageRejected extends Error {
  /** @param isFinal whether it was decided; false: the hook has not decided, and may decide otherwise later */
  constructor(
    readonly reason: string,
    readonly isFinal: boolean,
  ) {
    super(reason);
  }
}
