import type { Part } from './part.js';

/** No number has 25 consecutive digits. Strings are not searched. */
const shortNumbers = (column: string): string =>
  String.raw`regexp_replace(${column}::text, '"(?:[^"\\]|\\.)*"', '', 'g') !~ '[0-9]{25}'`;

/** The size in bytes up to which a value is not searched, and the maximum size. */
export const boundedJson = (column: string): string =>
  `(octet_length(${column}::text) <= 40960 OR octet_length(${column}::text) <= 5242880 AND ${shortNumbers(column)})`;

/** Deliveries quote up to three messages, each of any size that a deployment allows. */
const boundedDelivery = (column: string): string =>
  `(octet_length(${column}::text) <= 1048576 OR ${shortNumbers(column)})`;

/**
 * The value with a string in place of each number of 25 digits or more: "1e+308". The text is split into strings, other
 * values, and separators, because a value may be nested too deeply for a recursion.
 */
const withShortNumbers = (column: string): string => String.raw`(
  SELECT string_agg(
    CASE WHEN token ~ '[0-9]{25}' AND token !~ '^"' THEN '"' || token::float8 || '"' ELSE token END, ''
    ORDER BY place)::jsonb
  FROM (
    SELECT match[1] AS token, place
    FROM regexp_matches(${column}::text, '"(?:[^"\\]|\\.)*"|[^"\[\]{}:, ]+|[\[\]{}:, ]+', 'g')
      WITH ORDINALITY AS matches (match, place)) tokens)`;

/**
 * jsonb writes numbers in full when it is read: of `1e308`, five bytes of JSON, it makes 309 digits, and of some
 * hundred such messages a row that no driver can read. Numbers that long become strings here, and a CHECK refuses more
 * of them. A value that is still longer than any client could send, which only an import can have stored, is emptied.
 *
 * The columns stay jsonb, because nodes of the previous release have prepared statements that return them. Tables are
 * locked in the order in which those nodes lock them.
 */
export const BOUNDED_JSON: Part = {
  up: `
    LOCK TABLE rooms, attachments, webhook_deliveries IN ACCESS EXCLUSIVE MODE;

    UPDATE rooms SET preferences = ${withShortNumbers('preferences')} WHERE NOT ${boundedJson('preferences')};
    UPDATE rooms SET preferences = '{}' WHERE NOT ${boundedJson('preferences')};
    ALTER TABLE rooms ADD CONSTRAINT rooms_preferences_bounded CHECK (${boundedJson('preferences')});

    UPDATE attachments SET metadata = ${withShortNumbers('metadata')} WHERE NOT ${boundedJson('metadata')};
    UPDATE attachments SET metadata = '{}' WHERE NOT ${boundedJson('metadata')};
    ALTER TABLE attachments ADD CONSTRAINT attachments_metadata_bounded CHECK (${boundedJson('metadata')});

    UPDATE webhook_deliveries SET data = ${withShortNumbers('data')} WHERE NOT ${boundedDelivery('data')};
    ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_data_bounded CHECK (${boundedDelivery('data')});
  `,
  /** The strings stay: as numbers they would crash the process that reads them. */
  down: `
    ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_data_bounded;
    ALTER TABLE attachments DROP CONSTRAINT attachments_metadata_bounded;
    ALTER TABLE rooms DROP CONSTRAINT rooms_preferences_bounded;
  `,
};
