import { wholeNumber } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** Records of who was present. Of all features that keep some, the lowest one declares it. */
export abstract class DeliveryRecordSettings {
  /** For which ended memberships, closed sessions and syncs are kept. 0: none are. */
  abstract readonly days: number;
}

export const deliveryRecordPart = settingsPart({
  token: DeliveryRecordSettings,
  variables: {
    DELIVERY_RECORD_DAYS: wholeNumber({ min: 0, max: 3_650 })({
      default: 7,
      desc: 'Days for which closed sessions, ended memberships and syncs are kept, for parley messages trace; 0 keeps none.',
    }),
  },
  settings: (values): DeliveryRecordSettings => ({ days: values.DELIVERY_RECORD_DAYS }),
});
