import { serviceUrl } from '../../src/deployment.js';

/**
 * Goes to the web client, if the deployment serves it.
 * @param hash the place in it
 * @returns false if there is none
 */
export async function enterChat(hash = ''): Promise<boolean> {
  const client = serviceUrl('./');
  const answer = await fetch(client, { method: 'HEAD' }).catch(() => null);
  if (answer?.ok !== true) return false;
  location.replace(new URL(hash, client));
  return true;
}
