import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { inBatches } from '../../platform/async/in-batches.js';
import { statement } from '../../platform/database/statement.js';
import { jsonFromStoredText, storedJsonText } from '../../platform/database/stored-text.js';
import { FetchedLinkRow } from './link-fetch.entity.js';

const DELETED_TOGETHER = 1_000;

/** Fetched pages and pictures, by the SHA-256 of the URL. Raw SQL, because the clock of the database decides. */
@Injectable()
export class FetchedLinksRepository {
  constructor(private readonly source: DataSource) {}

  /** @returns the JSON value; undefined: nothing is known, or no longer */
  async find(sha256: string): Promise<unknown> {
    const row = await FIND.row(this.source, { sha256 });
    return row && jsonFromStoredText(row.result);
  }

  async keep(sha256: string, result: unknown, seconds: number): Promise<void> {
    await KEEP.rows(this.source, { sha256, result: storedJsonText(result), seconds });
  }

  async forget(sha256: string): Promise<void> {
    await this.source.manager.delete(FetchedLinkRow, { urlSha256: sha256 });
  }

  /** Removes expired results, in batches. */
  async removeExpired(): Promise<void> {
    await inBatches(DELETED_TOGETHER, (most) => REMOVE_EXPIRED.changes(this.source, { most }));
  }
}

const FIND = statement('fetched_links.find', {
  parameters: { sha256: 'text' },
  columns: { result: 'text' },
  isPrepared: true,
  text: ({ sha256 }) =>
    `SELECT result FROM fetched_links WHERE url_sha256 = ${sha256} AND expires_at > statement_timestamp()`,
});

const KEEP = statement('fetched_links.keep', {
  parameters: { sha256: 'text', result: 'text', seconds: 'float8' },
  columns: {},
  isPrepared: true,
  text: ({ sha256, result, seconds }) => `
    INSERT INTO fetched_links (url_sha256, result, expires_at)
    VALUES (${sha256}, ${result}, statement_timestamp() + ${seconds} * interval '1 second')
    ON CONFLICT (url_sha256) DO UPDATE SET result = excluded.result, expires_at = excluded.expires_at`,
});

const REMOVE_EXPIRED = statement('fetched_links.remove_expired', {
  parameters: { most: 'int8' },
  columns: {},
  text: ({ most }) => `
    DELETE FROM fetched_links WHERE url_sha256 IN (
      SELECT url_sha256 FROM fetched_links WHERE expires_at <= statement_timestamp() LIMIT ${most})`,
});
