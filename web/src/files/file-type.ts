import { isAcceptedType, mimeTypeByName } from '../composer/media-type.js';

const HEIC = /^image\/hei[cf]$/;
const HEIC_NAME = /\.hei[cf]$/i;
/** Of 1. */
const JPEG_QUALITY = 0.9;

const isHeic = ({ name, type }: File): boolean => HEIC.test(type) || (type === '' && HEIC_NAME.test(name));

/**
 * The MIME type to declare for a file: that of the browser, if the service accepts it, else that of the extension. The
 * extension of a text decides, because a browser names the program that opens it. What is unknown to both is refused by
 * the service.
 */
export function typeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const byName = mimeTypeByName(name);
  if (byName?.startsWith('text/')) return byName;
  if (isAcceptedType(type)) return type;
  return (byName ?? type) || 'application/octet-stream';
}

/**
 * A file that the service accepts: HEIC pictures of phones become JPEG.
 * @returns null if the browser cannot decode the picture
 */
export async function acceptableFile(file: File): Promise<File | null> {
  if (!isHeic(file)) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
  return new File([jpeg], file.name.replace(HEIC_NAME, '.jpg'), { type: jpeg.type });
}
