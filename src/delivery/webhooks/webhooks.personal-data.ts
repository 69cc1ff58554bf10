import { storedText } from '../../platform/database/stored-text.js';
import type { PersonalData } from '../../platform/feature/personal-data.js';
import { AUDIT_EVENT } from './webhook-event.js';

export const webhooksPersonalData: PersonalData = {
  /** Redacts all events that name a user; the audit log has no names. Reads the whole table. */
  async redactName(manager, username) {
    await manager.query(
      `UPDATE webhook_deliveries SET data = NULL
       WHERE event <> $2 AND jsonb_path_exists(data, '$.** ? (@ == $name)', jsonb_build_object('name', $1::text))`,
      [storedText(username), AUDIT_EVENT],
    );
  },
};
