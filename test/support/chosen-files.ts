import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import type { WebClient } from './web-client.js';

const FIXTURES = join(import.meta.dirname, '../../src/features/uploads/types/fixtures');

/** A file on the device of a user of the web client. */
export interface DeviceFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const fixture = (name: string, mimeType: string): DeviceFile => ({
  name,
  mimeType,
  buffer: readFileSync(join(FIXTURES, name)),
});
export const PICTURE = fixture('picture.png', 'image/png');
export const PHOTO = fixture('picture.jpg', 'image/jpeg');
export const NOTES: DeviceFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('The minutes') };

/** @param form the form of a message, or a part of the page with one */
export async function chooseFiles({ page }: WebClient, form: Locator, ...files: DeviceFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(files);
}

/** The files that are to be sent. */
export const fileTiles = (form: Locator): Locator =>
  form.getByRole('list', { name: 'Files to send' }).getByRole('listitem');

/** Drags files over a part of the page, or drops or pastes them there. */
export function transferFiles(
  page: Page,
  type: 'dragover' | 'drop' | 'paste',
  selector: string,
  ...files: DeviceFile[]
): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  return page.evaluate(`(async () => {
    const data = new DataTransfer();
    for (const { name, mimeType, base64 } of ${JSON.stringify(given)})
      data.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type: mimeType }));
    const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
    const event = '${type}' === 'paste' ? new ClipboardEvent('paste', options) : new DragEvent('${type}', options);
    document.querySelector('${selector}').dispatchEvent(event);
  })()`);
}
