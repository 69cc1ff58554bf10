import type { Report } from '@parley/protocol';
import { signal } from '@preact/signals';

import { get } from '../api.js';
import { PagedList } from '../app/paged-list.js';
import type { Page } from '../app/paged-list.js';
import type { ReportPage } from './answers.js';
import { newsOf } from './report-news.js';

/** A list of reports. New ones are counted until the user wants to see them, so that nothing moves while it is read. */
export class ReportList extends PagedList<Report> {
  readonly fresh = signal<readonly Report[]>([]);
  /** Of reports that others have resolved. */
  readonly gone = signal<ReadonlySet<string>>(new Set());
  /** The open reports about the own user, which are not in the list. */
  readonly aboutYou = signal(0);
  readonly selected = signal<ReadonlySet<string>>(new Set());

  constructor(path: string) {
    super(path, 'reports');
  }

  /** Looks for news. A request that fails is made again the next time. */
  async poll(): Promise<void> {
    if (!this.isRead.value) {
      await this.reload();
      return;
    }
    const page = await get<ReportPage>(this.path).catch(() => null);
    if (!page) return;
    this.aboutYou.value = page.about_you;
    const { fresh, gone } = newsOf(this.items.value, page.reports, page.next_cursor === null);
    this.gone.value = gone;
    this.fresh.value = fresh;
    if (this.items.value.length === 0) this.showFresh();
  }

  protected override answered({ about_you }: Page<Report>): void {
    this.aboutYou.value = typeof about_you === 'number' ? about_you : 0;
  }

  showFresh(): void {
    this.items.value = [...this.fresh.value, ...this.items.value];
    this.fresh.value = [];
  }

  select(id: string, isSelected: boolean): void {
    const others = [...this.selected.value].filter((each) => each !== id);
    this.selected.value = new Set(isSelected ? [...others, id] : others);
  }

  selectAll(isSelected: boolean): void {
    this.selected.value = new Set(isSelected ? this.items.value.map(({ report_id }) => report_id) : []);
  }

  /** Removes reports that were resolved. */
  drop(ids: ReadonlySet<string>): void {
    this.items.value = this.items.value.filter(({ report_id }) => !ids.has(report_id));
    this.selected.value = new Set([...this.selected.value].filter((id) => !ids.has(id)));
  }
}
