import type { Administration } from './administration.js';

type Figures = Readonly<Record<string, number | null>>;

/** The answer of `figures/`. */
export interface PresentFigures {
  readonly nodes: readonly { readonly id: string; readonly version: string | null; readonly last: Figures | null }[];
  readonly total: Figures;
  readonly deployment: { readonly counted_at: string } | null;
}

/** The answer of `figures/history/`. */
export interface FigureHistory {
  readonly step_seconds: number;
  readonly from: string;
  readonly nodes: readonly number[];
  readonly series: Readonly<Record<string, readonly (number | null)[]>>;
}

export const presentFigures = (admin: Administration): Promise<PresentFigures> => admin.expect(admin.get('figures/'));

/** How long specs wait for samples, which are taken every ten seconds, without too many requests of one user. */
export const SAMPLE_WAIT = { timeout: 40_000, interval: 500 };

/** @param node the id of a node; undefined: all together */
export const figureHistory = (admin: Administration, node?: string): Promise<FigureHistory> =>
  admin.expect(admin.get(`figures/history/${node === undefined ? '' : `?node=${node}`}`));

/** All that a history has counted. */
export const sumOf = ({ series }: FigureHistory, name: string): number =>
  (series[name] ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);
