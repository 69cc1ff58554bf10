import type { RoomObject } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import type { OpenRoom } from '../conversation/open-room.js';
import { Avatar } from '../design/avatar.js';
import { AreaField } from '../design/area-field.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { useFieldErrors } from '../field-errors.js';
import { t } from '../languages/translate.js';
import { roomIcon, typeName } from '../rooms/names.js';
import { PictureField } from './picture-field.js';

type NamedRoom = Exclude<RoomObject, { type: 'OneToOneChat' }>;

interface AboutProps {
  readonly open: OpenRoom;
  readonly room: NamedRoom;
  readonly isLeader: boolean;
}

export function AboutSection({ open, room, isLeader }: AboutProps): JSX.Element {
  const kind = room.type === 'Channel' && room.is_public ? t('settings.publicChannel') : typeName(room);
  return (
    <section class="settings-section" aria-label={t('settings.about')}>
      <div class="about">
        {!isLeader && <Avatar name={room.name} url={room.avatar} icon={roomIcon(room)} size="large" />}
        <div>
          <h3>
            <bdi>{room.name}</bdi>
          </h3>
          <p class="muted">{kind}</p>
        </div>
      </div>
      {isLeader ? (
        <>
          <PictureField
            name={room.name}
            avatar={room.avatar}
            shown={room.avatar}
            icon={roomIcon(room)}
            roomId={open.id}
            save={(change) => open.room.update(change)}
          />
          <AboutForm open={open} room={room} />
        </>
      ) : (
        room.description && (
          <p class="description" dir="auto">
            {room.description}
          </p>
        )
      )}
    </section>
  );
}

const FIELDS = ['name', 'description'] as const;

function AboutForm({ open, room }: Omit<AboutProps, 'isLeader'>): JSX.Element {
  const name = useSignal(room.name);
  const description = useSignal(room.description);
  const { errors, show } = useFieldErrors(FIELDS);
  const isBusy = useSignal(false);
  const isSame = name.value === room.name && description.value === room.description;
  const save = async (): Promise<void> => {
    isBusy.value = true;
    errors.value = {};
    const changes = {
      name: name.value.trim(),
      description: description.value.trim(),
    };
    const isDone = await attempt(() => open.room.update(changes), { 4002: t('settings.onlyLeadersCanChange') }, show);
    isBusy.value = false;
    if (isDone) toast(t('settings.saved'));
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={t('settings.name')} value={name} error={errors.value.name} maxLength={64} required />
      <AreaField
        label={t('settings.description')}
        value={description}
        error={errors.value.description}
        maxLength={2_000}
      />
      <div class="dialog-buttons">
        <Button kind="primary" type="submit" isBusy={isBusy.value} disabled={isSame}>
          {t('design.save')}
        </Button>
      </div>
    </form>
  );
}
