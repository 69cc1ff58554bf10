import type { Attachment, Message } from '@parley/client';
import type { JSX } from 'preact';

import type { ShownMessage } from '../conversation/shown-message.js';
import { useFileAddress } from './file-address.js';
import { fileNameOf, UnsentFile } from './file-link.js';
import { Picture } from './picture.js';

/** The last one has the number of the others. */
const MOST_TILES = 4;

interface PictureTilesProps {
  readonly pictures: readonly Attachment[];
  readonly message: Message;
  readonly around: () => readonly ShownMessage[];
}

/** Pictures side by side, cut to squares. The viewer shows them whole, and those that are no tiles. */
export function PictureTiles({ pictures, ...others }: PictureTilesProps): JSX.Element {
  const tiles = pictures.slice(0, MOST_TILES);
  return (
    <>
      {tiles.map((attachment) => (
        <Tile
          key={attachment.id}
          {...{ attachment, ...others }}
          more={attachment === tiles.at(-1) ? pictures.length - tiles.length : 0}
        />
      ))}
    </>
  );
}

interface TileProps extends Omit<PictureTilesProps, 'pictures'> {
  readonly attachment: Attachment;
  readonly more: number;
}

function Tile({ attachment, message, around, more }: TileProps): JSX.Element {
  const { found, attempt, renew } = useFileAddress(attachment, message);
  if (!found.value) return <UnsentFile name={fileNameOf(attachment)} />;
  const { media_url: url, thumbnail_url: thumbnail } = found.value;
  return <Picture key={attempt} {...{ attachment, around, more }} url={thumbnail ?? url} onError={renew} />;
}
