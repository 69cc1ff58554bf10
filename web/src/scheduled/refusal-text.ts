import type { ScheduleRefusal } from '@parley/client/private-state';

import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';

const REASONS: Readonly<Record<number, TextKey>> = {
  4002: 'scheduled.refusedMayNotSend',
  4003: 'scheduled.refusedInvalid',
  4004: 'scheduled.refusedRoomGone',
  4005: 'scheduled.refusedSentAlready',
};

/** Why a scheduled message was not sent, in words. */
export const refusalText = ({ code }: ScheduleRefusal): string => t(REASONS[code] ?? 'scheduled.refusedByServer');
