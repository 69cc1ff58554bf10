import type { Page } from 'playwright-core';

/** The names of the databases that the web client has in the browser. */
export const databasesOf = (page: Page): Promise<string[]> =>
  page.evaluate('indexedDB.databases().then((all) => all.map(({ name }) => name))');

/** The texts of the messages that the browser has stored, of all rooms of the user. */
export const storedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const resultOf = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const [{ name }] = await indexedDB.databases();
    const database = await resultOf(indexedDB.open(name));
    const records = database.transaction('records').objectStore('records');
    const messages = await resultOf(records.getAll(IDBKeyRange.bound(['messages/'], ['messages0'])));
    database.close();
    return messages.map(({ content }) => content);
  })()`);
