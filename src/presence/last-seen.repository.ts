import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Raw SQL, because the moments of many users are written in one statement. */
@Injectable()
export class LastSeenRepository {
  constructor(private readonly source: DataSource) {}

  /** Writes only later times than the stored ones: another node may have seen a user later. */
  async seen(moments: ReadonlyMap<number, Date>): Promise<void> {
    await this.source.query(
      `UPDATE users u SET last_seen_at = s.at
       FROM (SELECT * FROM unnest($1::int[], $2::timestamptz[]) AS seen (id, at) ORDER BY id) s
       WHERE u.id = s.id AND (u.last_seen_at IS NULL OR u.last_seen_at < s.at)`,
      [[...moments.keys()], [...moments.values()]],
    );
  }
}
