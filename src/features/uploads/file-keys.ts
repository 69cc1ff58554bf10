/** The prefix of the keys of all uploads in the store. */
export const FILES = 'files/';

const THUMBNAIL = '.thumbnail.webp';

/** The key of the bytes of an upload in the store. */
export const fileKey = (id: string): string => `${FILES}${id}`;

export const thumbnailKey = (id: string): string => `${FILES}${id}${THUMBNAIL}`;

const KEY = /^files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.thumbnail\.webp)?$/;

/** The upload whose file or thumbnail has this key; undefined: it is no key of an upload. */
export const uploadOfKey = (key: string): string | undefined => KEY.exec(key)?.[1];
