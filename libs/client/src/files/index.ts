export type { OpenedUpload, PendingUpload, UploadTarget } from '@parley/protocol';
export { FileUpload } from './file-upload.js';
export type { UploadOptions } from './file-upload.js';
export { FileUploads } from './file-uploads.js';
export type { FileUploadsOptions } from './file-uploads.js';
export { UploadError } from './http.js';
export type { NamedBlob } from './upload-requests.js';
