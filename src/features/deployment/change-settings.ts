import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { AuditRepository } from '../audit/audit.repository.js';
import { actingUserId } from '../audit/audited-act.js';
import type { AuditActor, AuditedUser } from '../audit/audited-act.js';
import { WrongValue } from '../../platform/config/parsers.js';
import type { StoredValue } from '../../platform/config/settings-part.js';
import { StoredValues } from '../../platform/config/stored-values.js';
import type { SettingSource } from '../../platform/config/stored-values.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../users/roles/authority.js';
import { SettingRules } from './setting-rules.js';
import { StoredSettings } from './stored-settings.js';
import { StoredSettingsRepository } from './stored-settings.repository.js';

/** A setting as administrators see it. */
export interface SettingState {
  /** Null: it has none, and no default. */
  readonly value: StoredValue | null;
  readonly source: SettingSource;
  /** The variable of the environment that fixes it. */
  readonly variable: string;
  /** The values that it may have; null: they are not listed. */
  readonly choices: readonly StoredValue[] | null;
  /** The last change of the stored value; null: none was ever stored. */
  readonly changed_at: string | null;
  /** Null: an operator by a command, or a user who was deleted. */
  readonly changed_by: AuditedUser | null;
}

/** New values by the names of settings; null unsets. */
export type SettingChanges = Readonly<Record<string, unknown>>;

type Parsed = readonly (readonly [name: string, value: StoredValue | null])[];

/** Lists and changes the stored settings of the deployment. A change takes effect on every node within a second. */
@Injectable()
export class ChangeSettings {
  constructor(
    private readonly values: StoredValues,
    private readonly settings: StoredSettings,
    private readonly repository: StoredSettingsRepository,
    private readonly rules: SettingRules,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** Every setting by its name, as it is in effect. */
  async list(): Promise<Readonly<Record<string, SettingState>>> {
    const changes = new Map((await this.settings.read()).map((row) => [row.name, row]));
    return Object.fromEntries(
      this.values.names.map((name): [string, SettingState] => {
        const { changedAt, userId = null, username = null } = changes.get(name) ?? {};
        return [
          name,
          {
            value: this.values.value(name) ?? null,
            source: this.values.source(name),
            variable: this.values.variable(name),
            choices: this.values.choices(name) ?? null,
            changed_at: changedAt?.toISOString() ?? null,
            changed_by: userId === null || username === null ? null : { id: userId, username },
          },
        ];
      }),
    );
  }

  /**
   * Changes all of these settings, or none.
   * @throws Refusal 4003 if a name is unknown, a value is invalid, or the environment fixes the setting; 4002
   */
  async change(authority: Authority, changes: SettingChanges): Promise<void> {
    const parsed = this.parsed(changes);
    await this.unitOfWork.transaction(async (work) => {
      await this.store(work, await authority.permit(work.manager, 'settings.manage'), parsed);
    });
  }

  /**
   * {@link change} in the transaction of an act that needs another permission, such as the first start.
   * @throws Refusal 4003
   */
  write(work: Work, actor: AuditActor, changes: SettingChanges): Promise<void> {
    return this.store(work, actor, this.parsed(changes));
  }

  /** Without those that the environment fixes to the same value. */
  changeable(changes: SettingChanges): SettingChanges {
    const isSame = ([name, value]: [string, unknown]): boolean =>
      this.isFixed(name) && this.values.value(name) === value;
    return Object.fromEntries(Object.entries(changes).filter((change) => !isSame(change)));
  }

  isFixed(name: string): boolean {
    return this.values.source(name) === 'environment';
  }

  private async store({ manager, afterCommit }: Work, actor: AuditActor, parsed: Parsed): Promise<void> {
    const before = await this.repository.lock(
      manager,
      parsed.map(([name]) => name),
    );
    await this.checkRules(manager, actor, parsed);
    const different = parsed.filter(
      ([name, value]) => JSON.stringify(before.get(name) ?? null) !== JSON.stringify(value),
    );
    for (const [name, value] of different) {
      await this.repository.write(manager, { name, value, userId: actingUserId(actor) });
      await this.rules.changed(name, { manager, old: before.get(name) ?? null, value });
      const details = { setting: name, old: before.get(name) ?? null, new: value };
      await this.audit.record(manager, actor, { action: 'settings.change', details });
    }
    afterCommit(async () => {
      await this.settings.read();
    });
  }

  /** What is wrong with new values, by the names of settings. */
  faultsOf(changes: SettingChanges): Readonly<Record<string, readonly string[]>> {
    return this.judged(changes).faults;
  }

  private parsed(changes: SettingChanges): Parsed {
    const { parsed, faults } = this.judged(changes);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    if (parsed.length === 0) throw invalid('Name a setting.');
    return parsed;
  }

  private judged(changes: SettingChanges): { parsed: Parsed; faults: Record<string, string[]> } {
    const faults: Record<string, string[]> = {};
    const parsed = Object.entries(changes).flatMap(([name, given]): Parsed => {
      try {
        return [[name, this.valueOf(name, given)]];
      } catch (error) {
        if (!(error instanceof WrongValue)) throw error;
        faults[name] = [sentence(error.message)];
        return [];
      }
    });
    return { parsed, faults };
  }

  private valueOf(name: string, given: unknown): StoredValue | null {
    if (!this.values.has(name)) throw new WrongValue('is no setting');
    if (this.isFixed(name)) throw new WrongValue('it is fixed by the environment');
    return given === null ? null : this.values.parsed(name, given);
  }

  private async checkRules(manager: Work['manager'], actor: AuditActor, parsed: Parsed): Promise<void> {
    const faults: Record<string, string[]> = {};
    for (const [name, value] of parsed) {
      if (value === null) continue;
      const fault = await this.rules.fault(name, { manager, userId: actingUserId(actor), value });
      if (fault !== undefined) faults[name] = [fault];
    }
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }
}

/** The faults of variables are parts of sentences. */
const sentence = (fault: string): string => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;
