import { download } from '../../../src/files/download.js';

/** Milliseconds after which the browser has begun to save. */
const KEPT_MS = 60_000;

/** Saves a document under a name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  download(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Saves a value as a JSON document. */
export const saveJson = (value: unknown, name: string): void => {
  saveFile(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }), name);
};
