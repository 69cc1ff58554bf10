/** Containers that hold sound, films or both. Their bytes do not always say which. */
const ISO_MEDIA = ['audio/mp4', 'video/mp4', 'video/quicktime'];

/** The types that a sender may declare for bytes of a found type, beside that type itself. */
const DECLARABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ['audio/mp4', ISO_MEDIA],
  ['video/mp4', ISO_MEDIA],
  ['video/quicktime', ISO_MEDIA],
  // The first stream of an Ogg file is found, and a film may begin with its sound.
  ['audio/ogg', ['video/ogg']],
  ['audio/opus', ['audio/ogg', 'video/ogg']],
  ['application/ogg', ['audio/ogg', 'video/ogg']],
  // WebM is a subset of Matroska.
  ['video/webm', ['video/x-matroska']],
  ['text/plain', ['text/csv']],
  // One container holds the documents of all old office programs.
  ['application/x-cfb', ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint']],
]);

/**
 * Whether the bytes are what the sender has declared.
 * @param declared one of `MIME_TYPES`
 * @param found a result of `typeOfBytes`
 */
export const matches = (declared: string, found: string): boolean =>
  declared === found || (DECLARABLE.get(found)?.includes(declared) ?? false);
