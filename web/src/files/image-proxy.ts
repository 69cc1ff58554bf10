import { accessToken } from '../session/session.js';

const UNAUTHORIZED = 401;

/** Requests a path of the service with the access token, and again with another one if it is rejected. */
async function request(path: string, signal?: AbortSignal, rejected?: string): Promise<Response> {
  const token = await accessToken(rejected);
  if (token === null) throw new TypeError('There is no access token.');
  const url = new URL(path, document.baseURI);
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` }, ...(signal && { signal }) });
  const isRejected = response.status === UNAUTHORIZED && rejected === undefined;
  return isRejected ? request(path, signal, token) : response;
}

/** Whether the service fetches pictures of other hosts. It is asked once. */
let isOn: Promise<boolean> | undefined;

async function askWhetherOn(): Promise<boolean> {
  try {
    const response = await request('api/images/status/');
    return response.ok && ((await response.json()) as { readonly enabled: boolean }).enabled;
  } catch {
    // The next picture asks again.
    isOn = undefined;
    return false;
  }
}

/**
 * A picture of another host, which the service has fetched, so that the host learns nothing of the user.
 * @returns undefined: the service fetches none, or not this one
 */
export async function fetchForeign(url: string, signal: AbortSignal): Promise<Blob | undefined> {
  isOn ??= askWhetherOn();
  if (!(await isOn)) return undefined;
  try {
    const response = await request(`api/images/?url=${encodeURIComponent(url)}`, signal);
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}
