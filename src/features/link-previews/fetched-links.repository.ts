import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { inBatches } from '../../platform/async/in-batches.js';
import { prepared } from '../../platform/database/prepared.js';
import { jsonFromStoredText, storedJsonText } from '../../platform/database/stored-text.js';
import { FetchedLinkRow } from './link-fetch.entity.js';

const DELETED_TOGETHER = 1_000;

/** Fetched pages and pictures, by the SHA-256 of the URL. Raw SQL, because the clock of the database decides. */
@Injectable()
export class FetchedLinksRepository {
  constructor(private readonly source: DataSource) {}

  /** @returns the JSON value; undefined: nothing is known, or no longer */
  async find(sha256: string): Promise<unknown> {
    const [row] = await this.source.query<{ result: string }[]>(FIND, [sha256]);
    return row && jsonFromStoredText(row.result);
  }

  async keep(sha256: string, result: unknown, seconds: number): Promise<void> {
    await this.source.query(KEEP, [sha256, storedJsonText(result), seconds]);
  }

  async forget(sha256: string): Promise<void> {
    await this.source.manager.delete(FetchedLinkRow, { urlSha256: sha256 });
  }

  /** Removes expired results, in batches. */
  async removeExpired(): Promise<void> {
    await inBatches(DELETED_TOGETHER, async (most) => {
      const [, removed] = await this.source.query<[unknown[], number]>(REMOVE_EXPIRED, [most]);
      return removed;
    });
  }
}

const FIND = prepared('SELECT result FROM fetched_links WHERE url_sha256 = $1 AND expires_at > statement_timestamp()');

const KEEP = prepared(`
  INSERT INTO fetched_links (url_sha256, result, expires_at)
  VALUES ($1, $2, statement_timestamp() + $3 * interval '1 second')
  ON CONFLICT (url_sha256) DO UPDATE SET result = excluded.result, expires_at = excluded.expires_at`);

const REMOVE_EXPIRED = `
  DELETE FROM fetched_links WHERE url_sha256 IN (
    SELECT url_sha256 FROM fetched_links WHERE expires_at <= statement_timestamp() LIMIT $1)`;
