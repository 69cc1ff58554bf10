import type { DataSource } from 'typeorm';

const EVERY_MS = 1_000;

const PROGRESS = `
  SELECT phase, coalesce(100 * blocks_done / nullif(blocks_total, 0), 100 * tuples_done / nullif(tuples_total, 0)) AS percent
  FROM pg_stat_progress_create_index WHERE datname = current_database()`;

/**
 * Reports the progress of the index that PostgreSQL builds in this database, once a second. Raw SQL, because it is in a
 * view of PostgreSQL.
 * @returns ends the reports
 */
export function watchIndexBuilds(source: DataSource, report: (done: string) => void): () => void {
  const look = async (): Promise<void> => {
    const [build] = await source.query<{ phase: string; percent: number | null }[]>(PROGRESS);
    if (build) report(build.percent === null ? build.phase : `${build.phase}, ${String(build.percent)} %`);
  };
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
