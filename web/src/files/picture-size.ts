export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Metadata and thumbnails may stand before the size of a JPEG. */
const HEAD_BYTES = 1_048_576;
const PNG = [0x89504e47, 0x0d0a1a0a];
const JPEG = 0xffd8;
const OTHER_JPEG_MARKERS = [0xc4, 0xc8, 0xcc];

/** The size of a JPEG or PNG by its head, without decoding it; null: it is another file, or a broken one. */
export async function pictureSize(file: Blob): Promise<PictureSize | null> {
  const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    if (PNG.every((word, at) => head.getUint32(at * 4) === word)) {
      return { width: head.getUint32(16), height: head.getUint32(20) };
    }
    return head.getUint16(0) === JPEG ? jpegSize(head) : null;
  } catch (error) {
    // The head ends before the size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Walks the segments to the one that begins the frame. @throws RangeError at the end of the head */
function jpegSize(head: DataView): PictureSize | null {
  for (let at = 2; head.getUint8(at) === 0xff; at += 2 + head.getUint16(at + 2)) {
    const marker = head.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !OTHER_JPEG_MARKERS.includes(marker);
    if (isFrame) return { width: head.getUint16(at + 7), height: head.getUint16(at + 5) };
  }
  return null;
}
