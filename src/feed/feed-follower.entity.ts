import { Entity, PrimaryColumn } from 'typeorm';

/** A consumer of the outbox. The outbox records changes of rooms only while there is a consumer. */
@Entity('feed_followers')
export class OutboxConsumerRow {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  name!: string;
}
