import { ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { receivedPerSecond } from './fan-out.js';
import { inRounds } from './measure.js';

const NAME = 'moderation-hook';
const SIZE = 20;
const ANSWER_MS = 1;
const LEAST_SHARE = 0.5;

/**
 * Deliveries a second in a room of 20, with and without a before-send hook that answers in a millisecond.
 * @type {import('./measure.js').Measure}
 */
export const moderationHook = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const [plain, moderated] = [await lab.parley(), await lab.moderatedParley(ANSWER_MS)];
    const received = await inRounds(rounds, {
      plain: () => receivedPerSecond(plain, SIZE, seconds),
      moderated: () => receivedPerSecond(moderated, SIZE, seconds),
    });
    const unit = { unit: 'deliveries/s' };
    const share = ratios(received.moderated, received.plain);
    return [
      result(NAME, 'Parley', received.plain, unit),
      result(NAME, 'Parley, with a hook', received.moderated, unit),
      result(NAME, 'with / without a hook', share, { bar: { least: LEAST_SHARE } }),
    ];
  },
};
