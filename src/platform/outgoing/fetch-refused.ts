/** Why nothing was fetched. */
export type FetchFault =
  /** It is no http or https URL without credentials, or too long. */
  | 'url'
  /** Its host is not public, or resolves to no public address. */
  | 'not_public'
  | 'redirects'
  /** The host answered with another status than 200. */
  | 'status'
  /** The body is of a type that is not wanted. */
  | 'type'
  | 'too_large'
  | 'timeout'
  /** The connection failed, or the body is damaged. */
  | 'unreachable';

export class FetchRefused extends Error {
  constructor(readonly fault: FetchFault) {
    super(fault);
  }
}
