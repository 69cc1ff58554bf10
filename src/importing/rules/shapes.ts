import { WebUrl, validated } from '@parley/realtime/inbound';

class Addressed {
  @WebUrl()
  url!: string;
}

/** Whether a client could have sent this as an address. */
export function isWebUrl(url: string): boolean {
  try {
    validated(Addressed, { url });
    return true;
  } catch {
    return false;
  }
}

/** Whether it can be what Parley keeps as an object. */
export const isJsonObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
