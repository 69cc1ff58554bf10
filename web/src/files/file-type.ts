import { isAcceptedType, mimeTypeByName } from '../composer/media-type.js';
import { redrawn, withFittingPixels } from './smaller-picture.js';

const HEIC = /^image\/hei[cf]$/;
const HEIC_NAME = /\.hei[cf]$/i;
/** With it the service takes a file of any type, and serves it as a download only. */
export const ANY_TYPE = 'application/octet-stream';

const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  HEIC.test(type) || (type === '' && HEIC_NAME.test(name));

/**
 * The MIME type to declare for a file: that of the browser, if the service shows it, else that of the extension. The
 * extension of a text decides, because a browser names the program that opens it. A HEIC picture that no browser shows
 * is sent as any other file.
 */
export function typeOf(file: Pick<File, 'name' | 'type'>): string {
  const { name, type } = file;
  if (isHeic(file)) return ANY_TYPE;
  const byName = mimeTypeByName(name);
  if (byName?.startsWith('text/')) return byName;
  if (isAcceptedType(type)) return type;
  return (byName ?? type) || ANY_TYPE;
}

/**
 * A file that the service can show: HEIC pictures of phones become JPEG, and too large ones smaller.
 * @returns null if the browser cannot decode the HEIC picture
 */
export async function acceptableFile(file: File): Promise<File | null> {
  if (!isHeic(file)) return withFittingPixels(file);
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const jpeg = await redrawn(picture, { name: file.name.replace(HEIC_NAME, '.jpg'), type: 'image/jpeg' });
  picture.close();
  return jpeg && withFittingPixels(jpeg);
}
