import { pictureSize } from './picture-size.js';

/** Of a picture. The service has the same limit. */
const MAX_PIXELS = 50_000_000;
/** Pixels of a picture that takes too many bytes. A JPEG of them has a few MiB. */
const FEW_PIXELS = 12_000_000;
/** Of 1. */
const JPEG_QUALITY = 0.9;

/** Draws a picture, upright. @returns null if the browser cannot do that */
export async function redrawn(
  picture: ImageBitmap,
  { name, type, scale = 1 }: { readonly name: string; readonly type: string; readonly scale?: number },
): Promise<File | null> {
  const canvas = new OffscreenCanvas(Math.floor(picture.width * scale), Math.floor(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type, quality: JPEG_QUALITY });
  return new File([blob], name, { type: blob.type });
}

/** A JPEG or PNG of at most so many pixels. @returns null if the browser cannot make it */
async function within(file: File, pixels: number, type: string): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, Math.sqrt(pixels / (picture.width * picture.height)));
  const smaller = await redrawn(picture, { name: file.name, type, scale }).catch(() => null);
  picture.close();
  return smaller;
}

/** The picture with as many pixels as the service takes; any other file, and one that cannot be drawn, as it is. */
export async function withFittingPixels(file: File): Promise<File> {
  const size = await pictureSize(file);
  if (!size || size.width * size.height <= MAX_PIXELS) return file;
  return (await within(file, MAX_PIXELS, file.type)) ?? file;
}

/** A smaller JPEG of a photo that takes more bytes than the service accepts; null: it is no JPEG, or stays as large. */
export async function withFewerBytes(file: File): Promise<File | null> {
  if (file.type !== 'image/jpeg') return null;
  const smaller = await within(file, FEW_PIXELS, file.type);
  return smaller && smaller.size < file.size ? smaller : null;
}
