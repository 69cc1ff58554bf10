import { Entity, PrimaryColumn } from 'typeorm';

/** Somebody for whom it is noted what happens in rooms. Where there is nobody, nothing is noted. */
@Entity('feed_followers')
export class FeedFollowerRow {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  name!: string;
}
