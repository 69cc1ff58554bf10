import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';

/** The uploads that scheduled messages name. Raw SQL, because the names are read from the bodies of all messages. */
@Injectable()
export class ScheduledUploadsRepository {
  /**
   * The uploads among these that no scheduled message of the user names. The caller has locked the user.
   * @param ids in lower case
   */
  async unnamed(manager: EntityManager, userId: number, ids: readonly string[]): Promise<string[]> {
    const rows = await UNNAMED.rows(manager, { user: userId, uploads: ids });
    return rows.map(({ id }) => id);
  }
}

const MEDIA = `s.body::json #> '{extra_fields,media}'`;

const UNNAMED = statement('scheduled_uploads.unnamed', {
  parameters: { user: 'int4', uploads: 'uuid[]' },
  columns: { id: 'uuid' },
  isPrepared: true,
  text: ({ user, uploads }) => `
    SELECT asked.id FROM unnest(${uploads}::uuid[]) AS asked (id)
    WHERE asked.id::text NOT IN (
      SELECT lower(media.item ->> 'upload_id')
      FROM scheduled_messages s CROSS JOIN LATERAL json_array_elements(
        CASE json_typeof(${MEDIA}) WHEN 'array' THEN ${MEDIA} ELSE '[]' END) AS media (item)
      WHERE s.user_id = ${user} AND s.body LIKE '%"upload_id"%' AND media.item ->> 'upload_id' IS NOT NULL)`,
});
