import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type { StoredValue } from '../../platform/config/settings-part.js';

/** A setting that an administrator or an operator has stored. Its row stays when it is unset. */
@Entity('deployment_settings')
export class StoredSettingRow {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  /** Null: it is not set any more. */
  @Column({ type: 'jsonb', nullable: true })
  value!: StoredValue | null;

  /** How often it has changed. The sum over all rows tells a running process whether one has. */
  @Column({ type: 'integer', default: 0 })
  changes!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  changedAt!: Date;

  /** Null: an operator, by a command, or a user who was deleted. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index({ where: 'changed_by IS NOT NULL' })
  changedBy!: number | null;
}
