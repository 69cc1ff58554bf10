import { signal } from '@preact/signals';

const KEY = 'parley:notifications';
const SOUND_KEY = 'parley:sound';

/** Why this device shows no notifications, or that it may. */
export type Support = 'supported' | 'insecure' | 'unsupported' | 'denied';

export function support(): Support {
  if (!isSecureContext) return 'insecure';
  if (!('Notification' in globalThis)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'supported';
}

const isGranted = (): boolean => support() === 'supported' && Notification.permission === 'granted';

/** Whether this device shows notifications, by the choice of the user. */
export const isOn = signal(localStorage.getItem(KEY) === 'on' && isGranted());

/** Whether a notification makes a sound while the page is open. */
export const hasSound = signal(localStorage.getItem(SOUND_KEY) !== 'off');

export function setSound(isWanted: boolean): void {
  hasSound.value = isWanted;
  localStorage.setItem(SOUND_KEY, isWanted ? 'on' : 'off');
}

export function setOn(isWanted: boolean): void {
  isOn.value = isWanted;
  if (isWanted) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
}
