import { FileUploads, UploadError } from '@parley/client/files';

import { accessToken } from '../session/session.js';

/** The service may check and scan a file for some time after its bytes have arrived. */
const CHECK_DELAY_MS = 1_000;
const MAX_CHECKS = 60;

/**
 * Uploads the picture of a room, or of the user if there is no room.
 * @param onProgress called with the sent part, of 1
 * @returns the id of the upload, which is ready
 * @throws UploadError
 */
export async function uploadPicture(
  roomId: string | null,
  picture: Blob,
  onProgress: (part: number) => void,
): Promise<string> {
  const uploads = new FileUploads({ url: document.baseURI, token: accessToken });
  const file = new File([picture], `picture.${picture.type.replace('image/', '')}`, { type: picture.type });
  const upload = uploads.uploadAvatar(roomId, file, {
    onProgress: (bytes) => onProgress(bytes / file.size),
  });
  return readyId(uploads, await upload.done);
}

/**
 * Uploads the logo of the deployment.
 * @param url the address of the service
 * @returns the id of the upload, which is ready
 * @throws UploadError
 */
export async function uploadLogo(url: URL, file: File): Promise<string> {
  const uploads = new FileUploads({ url: url.href, token: accessToken });
  return readyId(uploads, await uploads.uploadLogo(file).done);
}

type SentUpload = Awaited<ReturnType<FileUploads['read']>>;

/**
 * Waits until the service has checked an upload.
 * @returns its id
 * @throws UploadError
 */
async function readyId(uploads: FileUploads, sent: SentUpload): Promise<string> {
  let { upload_id: id, state } = sent;
  for (let checks = 0; state !== 'ready'; checks += 1) {
    if (state === 'blocked') throw new UploadError('blocked', 'The scanner has blocked the file.');
    if (checks === MAX_CHECKS) throw new UploadError('unavailable', 'The file is still being checked.');
    await new Promise((resolve) => setTimeout(resolve, CHECK_DELAY_MS));
    ({ upload_id: id, state } = await uploads.read(id));
  }
  return id;
}
