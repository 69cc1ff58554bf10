import type { Room } from '@parley/protocol';
import type { CleanedEnv } from 'envalid';

import { wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

const days = wholeNumber({ min: 0, max: 36_500 });

/** How long messages are kept. */
export abstract class RetentionSettings {
  /** By the type of the room. 0: messages are kept permanently. */
  abstract readonly messageDays: Readonly<Record<Room['type'], number>>;
}

const variables = {
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
};

function messageDaysOf(values: CleanedEnv<typeof variables>): Readonly<Record<Room['type'], number>> {
  const other = values.MESSAGE_RETENTION_DAYS ?? 0;
  return {
    OneToOneChat: values.ONE_TO_ONE_RETENTION_DAYS ?? other,
    GroupChat: values.GROUP_RETENTION_DAYS ?? other,
    Channel: values.CHANNEL_RETENTION_DAYS ?? other,
  };
}

export const retentionPart = settingsPart({
  token: RetentionSettings,
  variables,
  settings: (values): RetentionSettings => ({ messageDays: messageDaysOf(values) }),
});
