import type { UploadError } from '@parley/client/files';
import type { ReactNode } from 'react';

import type { Uploading } from '../hooks/uploading.js';
import type { ChosenFile } from '../state/upload-list-state.js';

export interface UploadTexts {
  /** The name of the list for assistive technology. Default: `Files to send`. */
  readonly list?: string;
  /** Default: `Not uploaded: ` and the reason. */
  readonly failed?: (error: UploadError) => string;
  /** Default: `Retry`. */
  readonly retry?: string;
  /** The name of the button that removes a file. Default: `Remove notes.txt`. */
  readonly remove?: (name: string) => string;
}

interface UploadListProps {
  readonly uploading: Uploading;
  readonly texts: UploadTexts;
}

/** The files that are to be sent, with their progress. */
export function UploadList({ uploading, texts }: UploadListProps): ReactNode {
  if (uploading.files.length === 0) return null;
  return (
    <ul aria-label={texts.list ?? 'Files to send'} data-parley-uploads="">
      {uploading.files.map((chosen) => (
        <li key={chosen.key} data-parley-upload={chosen.status}>
          <UploadItem chosen={chosen} uploading={uploading} texts={texts} />
        </li>
      ))}
    </ul>
  );
}

function UploadItem({ chosen, uploading, texts }: UploadListProps & { readonly chosen: ChosenFile }): ReactNode {
  const { key, file, status, sent, error } = chosen;
  const { failed = inEnglish, retry = 'Retry', remove = removeInEnglish } = texts;
  return (
    <>
      <span dir="auto">{file.name}</span>
      {status === 'uploading' && <progress aria-label={file.name} value={sent} max={Math.max(1, file.size)} />}
      {error && <span role="alert">{failed(error)}</span>}
      {error && (
        <button type="button" onClick={() => uploading.retry(key)}>
          {retry}
        </button>
      )}
      <button type="button" aria-label={remove(file.name)} onClick={() => uploading.remove(key)}>
        <span aria-hidden="true">×</span>
      </button>
    </>
  );
}

const inEnglish = ({ message }: UploadError): string => `Not uploaded: ${message}`;
const removeInEnglish = (name: string): string => `Remove ${name}`;
