/** Why a push was not sent. */
export type UnsentReason =
  /** The user is connected. */
  | 'online'
  /** The user has acknowledged or read the message. */
  | 'read'
  | 'no_subscription'
  /** Web Push is off. */
  | 'push_off'
  /** The subscription has ended. */
  | 'gone'
  /** The push service refused the push. */
  | 'refused'
  /** The push service was unavailable or overloaded for too long. */
  | 'failed'
  /** Its host resolves to no public address. */
  | 'not_public'
  /** The user is no longer a member. */
  | 'left'
  /** The message is deleted. */
  | 'deleted';

/** The result of sending one push. */
export type PushResult =
  | { readonly outcome: 'sent'; readonly status: number }
  | { readonly outcome: 'gone' | 'refused'; readonly status: number }
  | { readonly outcome: 'not_public' }
  /** To be retried. `status` is undefined if there was no response. */
  | {
      readonly outcome: 'away';
      readonly status: number | undefined;
      /** The reason, for logs. */
      readonly why: string;
      /** Seconds, if the service returned them. */
      readonly retryAfter: number | undefined;
    };
