import { signal } from '@preact/signals';

/** Whether the device has a network, as far as the browser knows: it says so before any line is found to be dead. */
export const hasNetwork = signal(navigator.onLine);

const look = (): void => {
  hasNetwork.value = navigator.onLine;
};

addEventListener('online', look);
addEventListener('offline', look);
