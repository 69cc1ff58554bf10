/** Why a push was not sent. */
export type UnsentReason =
  /** A socket of theirs is there. */
  | 'online'
  /** They have it already. */
  | 'read'
  | 'no_subscription'
  /** Web Push is off. */
  | 'push_off'
  /** The browser takes none any more. */
  | 'gone'
  /** The push service will not have it. */
  | 'refused'
  /** The push service was not there, or could not take it, for too long. */
  | 'failed'
  /** Its host leads into a network that is not to be sent to. */
  | 'not_public'
  /** They are no member any more. */
  | 'left'
  /** The message is deleted. */
  | 'deleted';

/** What has become of sending one push. */
export type Delivery =
  | { readonly outcome: 'sent'; readonly status: number }
  | { readonly outcome: 'gone' | 'refused'; readonly status: number }
  | { readonly outcome: 'not_public' }
  /** To be tried again. `status` is undefined where nobody answered. */
  | {
      readonly outcome: 'away';
      readonly status: number | undefined;
      /** What an operator reads of it. */
      readonly why: string;
      /** Seconds, where the service says so. */
      readonly retryAfter: number | undefined;
    };
