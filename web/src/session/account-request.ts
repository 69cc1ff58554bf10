import { serviceUrl } from '../deployment.js';
import { accessToken } from './session.js';

/**
 * A request with the access token of the user.
 * @param path from the root of the service, for example `api/push/key/`
 * @returns null if the log-in has ended
 * @throws TypeError when the service cannot be reached
 */
export async function accountRequest(method: string, path: string, body?: object): Promise<Response | null> {
  const token = await accessToken();
  if (token === null) return null;
  return fetch(serviceUrl(path), {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}
