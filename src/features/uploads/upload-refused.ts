/** Why an upload is refused. Each edge translates it once. */
export type UploadFault = (typeof UPLOAD_FAULTS)[number];

export const UPLOAD_FAULTS = [
  'too_large',
  'type_not_allowed',
  'bytes_differ',
  'too_many_pixels',
  'checksum_differs',
  'quota_exceeded',
  'too_many_open',
  'incomplete',
  'wrong_offset',
  'malformed',
  'in_use',
  'busy',
  'gone',
] as const;

/** Faults of the bytes themselves: the same file is refused again, so nothing of it is kept. */
export const LASTING_FAULTS: ReadonlySet<UploadFault> = new Set([
  'bytes_differ',
  'too_many_pixels',
  'type_not_allowed',
]);

/** An upload that is not accepted. Nothing of it is left, except after a fault that a further request may correct. */
export class UploadRefused extends Error {
  /** @param detail one sentence for the user */
  constructor(
    readonly fault: UploadFault,
    readonly detail: string,
  ) {
    super(detail);
  }
}
