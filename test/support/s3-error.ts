export class S3Error extends Error {
  /** @param code of the list of errors of S3, such as `NoSuchKey` */
  constructor(
    readonly status: number,
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}
