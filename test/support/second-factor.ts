import { TOTP } from 'otpauth';
import type { Client } from 'pg';
import type { Page } from 'playwright-core';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request with a JSON body, and its answer. */
export async function call(method: string, url: string, body?: object, token?: string): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
}

/** The code of an authenticator app. @param steps from the present one */
export const codeOf = (secret: unknown, steps = 0): string =>
  new TOTP({ secret: String(secret) }).generate({ timestamp: Date.now() + 30_000 * steps });

/** As after some minutes: codes of the present step are accepted again. */
export async function forgetSteps(database: Client, userId: number): Promise<void> {
  await database.query('UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [userId]);
}

/** Reads the secret that a page shows, and types a code of it. @returns the secret */
export async function enrol({ page }: { readonly page: Page }): Promise<string> {
  await page.locator('.qr-code path').waitFor();
  const secret = await page.locator('.second-factor-secret').innerText();
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.getByLabel('Code').press('Enter');
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  return secret;
}

/** Those that a page shows after an enrolment. */
export const recoveryCodes = ({ page }: { readonly page: Page }): Promise<string[]> =>
  page.locator('.second-factor-codes code').allInnerTexts();
