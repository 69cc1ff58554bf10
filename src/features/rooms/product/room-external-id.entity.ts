import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/**
 * The id that a product has given a room, which ensures that there is one room with it. It is no part of the room: a
 * table that is spread by room cannot have a key without the room. The row is deleted before the room.
 */
@Entity('room_external_ids')
@Unique(['roomId'])
export class RoomExternalId {
  @PrimaryColumn({ type: 'varchar', length: 200 })
  externalId!: string;

  @Column({ type: 'uuid' })
  roomId!: string;
}
