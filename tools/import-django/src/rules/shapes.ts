import { validated, WebUrl } from '@parley/realtime/requests';

import { isShortNumber } from '@parley/protocol';

import { storedJson } from '../../../../src/platform/database/stored-text.js';

class Addressed {
  @WebUrl()
  url!: string;
}

/** Whether a client could send this as a URL. */
export function isWebUrl(url: string): boolean {
  try {
    validated(Addressed, { url });
    return true;
  } catch {
    return false;
  }
}

/** The largest `MAX_JSON_BYTES`: no deployment stores more. */
const LARGEST_JSON_BYTES = 1_048_576;

/** A JSON object as it is stored, with long numbers as text. Undefined if it is no JSON object, or too large. */
export function storedObject(value: unknown): unknown {
  return isJsonObject(value) && !isTooLarge(value) ? storedJson(withShortNumbers(value)) : undefined;
}

function withShortNumbers(value: unknown): unknown {
  if (typeof value === 'number') return isShortNumber(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(withShortNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withShortNumbers(item)]));
}

/** Whether a JSON object is larger than any deployment stores. */
export const isTooLarge = (value: unknown): boolean =>
  isJsonObject(value) && Buffer.byteLength(JSON.stringify(value)) > LARGEST_JSON_BYTES;

const isJsonObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
