import type { FileUploads } from '@parley/client/files';

import { NO_FILES, UploadListState } from '../state/upload-list-state.js';
import type { ChosenFiles } from '../state/upload-list-state.js';
import type { HookLibrary } from './bindings.js';
import { useOwnStateWith } from './own-state.js';

export interface Uploading extends ChosenFiles, Pick<UploadListState, 'add' | 'retry' | 'remove' | 'clear'> {}

export function useUploadsWith(library: HookLibrary, roomId: string, uploads: FileUploads): Uploading {
  const { useMemo } = library;
  const state = useMemo(() => new UploadListState(uploads, roomId), [uploads, roomId]);
  const chosen = useOwnStateWith(library, state, NO_FILES);
  return useMemo(
    () => ({
      ...chosen,
      add: (files) => state.add(files),
      retry: (key) => state.retry(key),
      remove: (key) => state.remove(key),
      clear: () => state.clear(),
    }),
    [chosen, state],
  );
}
