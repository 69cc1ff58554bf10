import type { Room } from '@parley/protocol';
import type { CleanedEnv } from 'envalid';

import { wholeNumber } from './parsers.js';

const days = wholeNumber({ min: 0, max: 36_500 });

/** The variables of how long messages and records are kept, as a part of the table of all variables. */
export const retentionVariables = {
  MESSAGE_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500 })({
    default: undefined,
    desc: 'Remove messages older than this permanently; unset, they are kept.',
  }),
  ONE_TO_ONE_RETENTION_DAYS: days({
    default: undefined,
    desc: 'The same for OneToOneChats: 0 keeps their messages; unset, MESSAGE_RETENTION_DAYS applies.',
  }),
  GROUP_RETENTION_DAYS: days({
    default: undefined,
    desc: 'The same for GroupChats: 0 keeps their messages; unset, MESSAGE_RETENTION_DAYS applies.',
  }),
  CHANNEL_RETENTION_DAYS: days({
    default: undefined,
    desc: 'The same for Channels: 0 keeps their messages; unset, MESSAGE_RETENTION_DAYS applies.',
  }),
  DELIVERY_RECORD_DAYS: wholeNumber({ min: 0, max: 3_650 })({
    default: 7,
    desc: 'Days for which closed sessions, ended memberships and syncs are kept, for parley messages trace; 0 keeps none.',
  }),
};

/** 0: messages are kept permanently. */
export function messageDaysOf(
  values: Pick<CleanedEnv<typeof retentionVariables>, keyof typeof retentionVariables>,
): Readonly<Record<Room['type'], number>> {
  const other = values.MESSAGE_RETENTION_DAYS ?? 0;
  return {
    OneToOneChat: values.ONE_TO_ONE_RETENTION_DAYS ?? other,
    GroupChat: values.GROUP_RETENTION_DAYS ?? other,
    Channel: values.CHANNEL_RETENTION_DAYS ?? other,
  };
}
