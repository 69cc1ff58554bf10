import { UploadError } from '@parley/client/files';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import type { IconName } from '../design/icon.js';
import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { acceptableFile } from '../files/file-type.js';
import { refusalOf } from '../files/refusals.js';
import { t } from '../languages/translate.js';
import { CropDialog } from './crop-dialog.js';
import { uploadPicture } from './picture-upload.js';

type PictureChange = { readonly avatar_upload_id: string } | { readonly avatar: null };

interface PictureFieldProps {
  readonly name: string;
  /** As it is stored. Null: none. */
  readonly avatar: string | null;
  /** As it is shown here. */
  readonly shown: string | null;
  /** In place of initials. */
  readonly icon?: IconName | undefined;
  /** Null: the picture is that of the user. */
  readonly roomId: string | null;
  readonly save: (change: PictureChange) => Promise<unknown>;
}

interface Chosen {
  readonly name: string;
  readonly picture: ImageBitmap;
}

/** The picture of the user or of a room, which is chosen from a file, or dropped here, and cropped. */
export function PictureField({ name, avatar, shown, icon, roomId, save }: PictureFieldProps): JSX.Element {
  const chooser = useRef<HTMLInputElement>(null);
  const chosen = useSignal<Chosen | null>(null);
  const sent = useSignal<number | undefined>(undefined);
  const isOver = useSignal(false);

  const close = (): void => {
    chosen.value?.picture.close();
    chosen.value = null;
    sent.value = undefined;
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const picture = await decoded(file);
    if (picture) chosen.value = { name: file.name, picture };
  };
  const store = async (change: PictureChange): Promise<void> => {
    const isDone = await attempt(() => save(change), { 4002: t('settings.onlyLeadersCanChange') });
    if (isDone) toast(t('settings.saved'));
  };
  const upload = async (picture: Blob): Promise<void> => {
    sent.value = 0;
    try {
      const report = (part: number): void => {
        if (chosen.value) sent.value = part;
      };
      const id = await uploadPicture(roomId, picture, report);
      if (!chosen.value) return;
      close();
      await store({ avatar_upload_id: id });
    } catch (error) {
      sent.value = undefined;
      toast(refusalOf(error).reason, true);
    }
  };
  return (
    <div
      class={`picture-field ${isOver.value ? 'is-over' : ''}`}
      role="group"
      aria-label={t('settings.picture')}
      onDragOver={(event) => {
        event.preventDefault();
        // The page accepts files for a message alone.
        event.stopPropagation();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        void open(event.dataTransfer?.files[0]);
      }}
    >
      <Avatar name={name} url={shown} icon={icon} size="large" />
      <Button onClick={() => chooser.current?.click()}>{t('settings.choosePicture')}</Button>
      {avatar !== null && <Button onClick={() => void store({ avatar: null })}>{t('design.remove')}</Button>}
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/*"
        onChange={({ currentTarget }) => {
          void open(currentTarget.files?.[0]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      {chosen.value && (
        <CropDialog
          name={chosen.value.name}
          picture={chosen.value.picture}
          sent={sent.value}
          onCropped={(picture) => void upload(picture)}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The picture in a file, upright. Null, with a toast: the browser cannot read it. */
async function decoded(file: File): Promise<ImageBitmap | null> {
  const readable = await acceptableFile(file);
  const picture = readable && (await createImageBitmap(readable).catch(() => null));
  if (!picture) toast(refusalOf(new UploadError(readable ? 'bytes_differ' : 'heic', file.name)).reason, true);
  return picture;
}
