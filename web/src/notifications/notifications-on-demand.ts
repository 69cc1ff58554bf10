import { effect } from '@preact/signals';

import { isOn } from './device-notifications.js';
import type { MessageNotifications } from './message-notifications.js';

/**
 * Notifications of messages, whose script is loaded for those who have turned them on.
 * @returns a function that ends them
 */
export function notifyOnDemand(...of: ConstructorParameters<typeof MessageNotifications>): () => void {
  let loading: Promise<MessageNotifications> | undefined;
  const stop = effect(() => {
    if (!isOn.value || loading) return;
    loading = import('./message-notifications.js').then((script) => new script.MessageNotifications(...of));
    // Without the script there are no notifications until the next start.
    loading.catch(() => undefined);
  });
  return () => {
    stop();
    loading?.then(
      (notifications) => notifications.dispose(),
      () => undefined,
    );
  };
}
