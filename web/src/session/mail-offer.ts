import { serviceUrl } from '../deployment.js';

/** Whether the service sends mails, such as links to people who have lost their passwords. */
export async function isMailOffered(): Promise<boolean> {
  const response = await fetch(serviceUrl('api/account/recovery/')).catch(() => null);
  return response?.ok === true && ((await response.json()) as { readonly offered: boolean }).offered;
}
