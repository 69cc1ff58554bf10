import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The id of a ticket that was used, kept until the ticket has expired. */
@Entity('spent_tickets')
@Index('spent_tickets_expiring', ['expiresAt'])
export class SpentTicket {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
