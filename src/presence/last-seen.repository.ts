import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class LastSeenRepository {
  constructor(private readonly source: DataSource) {}

  /** Moves nobody's moment back: another node may have seen them later. */
  async seen(moments: ReadonlyMap<number, Date>): Promise<void> {
    await this.source.query(
      `WITH seen AS (
         SELECT u.id, s.at FROM unnest($1::int[], $2::timestamptz[]) AS s (id, at) JOIN users u USING (id)
         WHERE u.last_seen_at IS NULL OR u.last_seen_at < s.at
         ORDER BY u.id FOR NO KEY UPDATE OF u
       )
       UPDATE users u SET last_seen_at = seen.at FROM seen WHERE u.id = seen.id`,
      [[...moments.keys()], [...moments.values()]],
    );
  }
}
