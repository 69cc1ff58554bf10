/** The key of the bytes of an upload in the store. */
export const fileKey = (id: string): string => `files/${id}`;

export const thumbnailKey = (id: string): string => `files/${id}.thumbnail.webp`;
