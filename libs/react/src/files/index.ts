export type { Uploading } from '../hooks/uploading.js';
export { useUploads } from '../react-hooks.js';
export type { ChosenFile, ChosenFiles } from '../state/upload-list-state.js';
export { FileComposer } from './file-composer.js';
export type { FileComposerProps, FileComposerTexts } from './file-composer.js';
export type { UploadTexts } from './upload-list.js';
