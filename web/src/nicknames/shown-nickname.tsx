import type { RoomMember } from '@parley/client';
import type { JSX } from 'preact';

/** The nickname of a member, if there is one, before the name. */
export const ShownNickname = ({ nickname }: Pick<RoomMember, 'nickname'>): JSX.Element | null =>
  nickname === null ? null : (
    <>
      <bdi class="nickname">{nickname}</bdi>{' '}
    </>
  );
