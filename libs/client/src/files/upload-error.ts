/**
 * Why a file could not be uploaded. `code` is that of the service: `request_too_large`, `unsupported_media_type`,
 * `bytes_differ`, `too_many_pixels`, `quota_exceeded`, `permission_denied`, `not_found`, `invalid`, … Or one of the
 * client: `offline`, the service could not be reached any more; `cancelled`; `token`, no access token was available.
 */
export class UploadError extends Error {
  override readonly name = 'UploadError';

  /**
   * @param status of the HTTP answer; 0: there was none
   * @param retryAfter seconds until a retry is allowed, if the service sent it
   */
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}
