import type { FileUploads } from '@parley/client/files';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { Composer } from '../parts/composer.js';
import type { ComposerProps } from '../parts/composer.js';
import { useUploads } from '../react-hooks.js';
import { UploadList } from './upload-list.js';
import type { UploadTexts } from './upload-list.js';

export interface FileComposerProps extends ComposerProps {
  /** The same ones at each render. */
  readonly uploads: FileUploads;
  /** What the choice of files offers, as the attribute of a file input. */
  readonly accept?: string;
  readonly texts?: FileComposerTexts;
}

export interface FileComposerTexts extends UploadTexts {
  /** Default: `Attach files`. */
  readonly attach?: string;
}

/**
 * A `Composer` that takes files: by a button, and where they are pasted or dropped. They are uploaded at once, and sent
 * with the next message, which waits for them.
 */
export function FileComposer({ uploads, accept, texts = {}, className, ...composer }: FileComposerProps): ReactNode {
  const { roomId, options, onSend, children } = composer;
  const chosen = useUploads(roomId, uploads);
  const media = [...(options?.media ?? []), ...chosen.media];
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  return (
    <div
      className={className}
      data-parley-file-composer=""
      data-parley-dragging={isOver ? '' : undefined}
      onPaste={({ clipboardData: { files } }) => chosen.add(files)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(false);
        chosen.add(event.dataTransfer.files);
      }}
    >
      <UploadList uploading={chosen} texts={texts} />
      <Composer
        {...composer}
        canSend={chosen.isReady && composer.canSend !== false}
        options={{ ...options, ...(media.length > 0 && { media }) }}
        onSend={(text) => {
          chosen.clear();
          onSend?.(text);
        }}
      >
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={accept}
          onChange={({ currentTarget: field }) => {
            chosen.add(Array.from(field.files ?? []));
            // The same file can be chosen again.
            field.value = '';
          }}
        />
        <button type="button" onClick={() => input.current?.click()} data-parley-attach="">
          {texts.attach ?? 'Attach files'}
        </button>
        {children}
      </Composer>
    </div>
  );
}
