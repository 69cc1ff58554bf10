import { randomUUID } from 'node:crypto';

import { checkMedia } from './attachment.request.js';
import type { AttachmentRequest } from './attachment.request.js';

const MOST = { most: 1_000, mostJsonBytes: 8_192 };

const uploads = (size: number): AttachmentRequest[] =>
  Array.from({ length: size }, () => ({ upload_id: randomUUID() }));

const refusing = (...reasons: string[]): unknown =>
  expect.objectContaining({ code: 4003, detail: { 'extra_fields.media': reasons } });

describe('the media of a message', () => {
  it('name so many uploads that a frame with their names is bounded, whatever MAX_ATTACHMENTS permits', () => {
    expect(() => checkMedia(uploads(20), MOST)).not.toThrow();
    expect(() => checkMedia(uploads(21), MOST)).toThrow(refusing('Must name at most 20 uploads.'));
  });

  it('name each upload once, in any case', () => {
    const [upload] = uploads(1);
    const again = { upload_id: upload!.upload_id!.toUpperCase() };
    expect(() => checkMedia([upload!, again], MOST)).toThrow(refusing('Must name each upload once.'));
  });
});
