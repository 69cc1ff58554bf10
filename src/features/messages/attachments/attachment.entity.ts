import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { boundedJson } from '../../../platform/database/bounded-json.js';
import { jsonColumn, textColumn } from '../../../platform/database/stored-text.js';
import type { AttachedFile } from './attachment.view.js';

@Entity('attachments')
@Index(['messageId', 'position'])
@Index('attachments_first_idx', ['roomId', 'messageId'], { where: 'position = 0' })
@Check('attachments_metadata_bounded', boundedJson('metadata'))
@ForeignKey('Message', ['roomId', 'messageId'], ['roomId', 'id'], { onDelete: 'CASCADE' })
export class Attachment {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  @Column({ type: 'uuid' })
  messageId!: string;

  /** The position among the attachments of the message. */
  @Column({ type: 'smallint' })
  position!: number;

  @Column({ type: 'text' })
  mediaUrl!: string;

  @Column({ type: 'varchar', length: 10 })
  mediaType!: string;

  @Column({ type: 'varchar', length: 100 })
  mimeType!: string;

  /** Bytes. */
  @Column({ type: 'bigint' })
  fileSize!: number;

  @Column({ type: 'text', default: '', transformer: textColumn })
  caption!: string;

  @Column({ type: 'jsonb', default: {}, transformer: jsonColumn })
  metadata!: Record<string, unknown>;

  /** The bytes of the metadata as text. Null if the row was written by a release that did not measure it. */
  @Column({ type: 'int', nullable: true })
  metadataBytes!: number | null;

  /** The file of the service. Null: the attachment is the address of another file. */
  @Column({ type: 'jsonb', nullable: true })
  file!: AttachedFile | null;
}
