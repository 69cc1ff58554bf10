import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages are found by words and parts of words. `searched_text` is the searched form of a text: words separated and
 * surrounded by one blank, without case, accents and variants of letters. In Chinese, Japanese and Korean every
 * character is a word. src/features/search/search-query.ts computes the same form.
 *
 * The index contains the room too, so that a word that is common in other rooms costs nothing. On a filled table the
 * index takes about a minute per million messages.
 */
export class MessageSearch1795600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Only functions of pg_catalog are called, so that the search path of the session does not matter.
    await runner.query(String.raw`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      CREATE FUNCTION searched_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT ${searchedText}
      $$;

      CREATE INDEX messages_search_idx ON messages
        USING gin ((ARRAY[room_id]), searched_text(content) gin_trgm_ops) WHERE NOT is_deleted;
    `);
  }

  /** The extension stays, because another program may use it by now. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX messages_search_idx; DROP FUNCTION searched_text(text)');
  }
}

const IDEOGRAPHS = [
  String.raw`\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf`,
  String.raw`\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff`,
].join('');

/** Characters that are neither letters nor digits nor marks, after compatibility normalization. */
const SEPARATORS = [
  String.raw`\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\xd7\xf7\u02c2-\u02c5\u037e\u0387\u055a-\u055f\u0589-\u058a\u05be`,
  String.raw`\u05c0\u05c3\u05c6\u05f3-\u05f4\u060c\u061b-\u061f\u066a-\u066d\u06d4\u0964-\u0965\u0e3f\u0e4f`,
  String.raw`\u0e5a-\u0e5b\u104a-\u104f\u1360-\u1368\u17d4-\u17d6\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f`,
  String.raw`\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufe00-\ufe0f\uffe0-\uffff`,
  String.raw`\U0001f000-\U0001faff\U000e0000-\U000e0fff`,
].join('');

/** The searched form of `content`, as an expression. */
export const searchedText = String.raw`
  regexp_replace(' ' || CASE
    WHEN octet_length(content) = char_length(content) THEN lower(content)
    ELSE regexp_replace(
      translate(lower(normalize(
        regexp_replace(normalize(content, NFKD), '[\u0300-\u036f]+', '', 'g'), NFKC)), 'ς', 'σ'),
      '([${IDEOGRAPHS}])', ' \1 ', 'g')
    END || ' ', '(\x01[01]|[${SEPARATORS}])+', ' ', 'g')`;
