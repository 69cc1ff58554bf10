import type { ScheduleRefusal } from '@parley/client/private-state';

const REASONS: Readonly<Record<number, string>> = {
  4002: 'you may not send messages there any more.',
  4003: 'it is not valid any more.',
  4004: 'the room, or what it answers, does not exist any more.',
  4005: 'it is sent already.',
};

/** Why a scheduled message was not sent, in words. */
export const refusalText = ({ code }: ScheduleRefusal): string =>
  `A scheduled message was not sent: ${REASONS[code] ?? 'the server has refused it.'}`;
