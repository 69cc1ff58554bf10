import { hostList, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** Deliveries to webhooks. */
export abstract class WebhookSettings {
  /** Hosts that webhooks of administrators may call although they are not public. */
  abstract readonly allowedHosts: readonly string[];
  /** Of each delivery. */
  abstract readonly attempts: number;
  abstract readonly retrySeconds: number;
  abstract readonly deliveredDays: number;
  abstract readonly deadDays: number;
}

export const webhookPart = settingsPart({
  token: WebhookSettings,
  variables: {
    WEBHOOK_ALLOWED_HOSTS: hostList({
      default: [],
      desc: 'Private hosts that webhooks of the administration page may call, as host or host:port; those of commands may call any.',
    }),
    WEBHOOK_ATTEMPTS: wholeNumber({ min: 1, max: 100 })({
      default: 10,
      desc: 'Delivery attempts of a webhook, within about a day, before the delivery is given up.',
    }),
    WEBHOOK_RETRY_SECONDS: wholeNumber({ min: 1, max: 3_600 })({
      default: 5,
      desc: 'Seconds from the first attempt to the second; later pauses grow with it.',
    }),
    WEBHOOK_DELIVERED_DAYS: wholeNumber({ min: 1, max: 3_650 })({
      default: 3,
      desc: 'Days for which successful deliveries are kept, for replay.',
    }),
    WEBHOOK_DEAD_DAYS: wholeNumber({ min: 1, max: 3_650 })({
      default: 30,
      desc: 'Days for which deliveries that were given up are kept.',
    }),
  },
  settings: (values): WebhookSettings => ({
    allowedHosts: values.WEBHOOK_ALLOWED_HOSTS,
    attempts: values.WEBHOOK_ATTEMPTS,
    retrySeconds: values.WEBHOOK_RETRY_SECONDS,
    deliveredDays: values.WEBHOOK_DELIVERED_DAYS,
    deadDays: values.WEBHOOK_DEAD_DAYS,
  }),
});
