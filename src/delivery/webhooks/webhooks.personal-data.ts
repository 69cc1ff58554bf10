import { storedText } from '../../platform/database/stored-text.js';
import type { PersonalData } from '../../platform/feature/personal-data.js';
import { statement } from '../../platform/database/statement.js';
import { AUDIT_EVENT } from './webhook-event.js';

export const webhooksPersonalData: PersonalData = {
  /** Redacts all events that name a user; the audit log has no names. Reads the whole table. */
  async redactName(manager, username) {
    await REDACT_NAME.changes(manager, { username: storedText(username), auditEvent: AUDIT_EVENT });
  },
};

const REDACT_NAME = statement('webhook_deliveries.redact_name', {
  parameters: { username: 'text', auditEvent: 'text' },
  columns: {},
  text: ({ username, auditEvent }) => `
    UPDATE webhook_deliveries SET data = NULL
    WHERE event <> ${auditEvent}
      AND jsonb_path_exists(data, '$.** ? (@ == $name)', jsonb_build_object('name', ${username}::text))`,
});
