/**
 * Adds the users of the specs to a database with one user, all with that user's password, and gives each a log-in whose
 * tokens the specs can mint, and which stays freshly authenticated. It is a process of its own because it imports
 * modules of the compiled program.
 */
import { familyOf, names, NAMESAKES, refreshIdOf } from './template.js';
import { openDatabaseOfEnvironment } from '../support/compiled.js';

const { source, close } = await openDatabaseOfEnvironment();
await source.query(
  `INSERT INTO users (username, username_key, first_name, last_name, email, password_hash)
   SELECT name || number, name || number, name, u.last_name, name || number || '@mail.example', u.password_hash
   FROM users u
   CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS names (name, place)
   CROSS JOIN generate_series(1, $1::int) AS number
   ORDER BY place, number`,
  [NAMESAKES, names],
);
await source.query(
  `INSERT INTO refresh_tokens (family, user_id, jti_hash, expires_at, authenticated_at)
   SELECT replace($1, $2, lpad(to_hex(id), 12, '0'))::uuid, id,
     encode(sha256(convert_to(replace($3, '0', id::text), 'UTF8')), 'hex'), now() + interval '1 day', 'infinity'
   FROM users`,
  [familyOf(0), '000000000000', refreshIdOf(0)],
);
await close();
