import { pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto';

import pg from 'pg';

import { DJANGO_TABLES } from './django-tables.js';
import { prepared } from './run.js';

const TABLE = 'realtime_chat_messaging_';
const ITERATIONS = 1_000;

export const PASSWORD = 'ihr altes Passwort';

function djangoHash(password: string): string {
  const salt = randomBytes(12).toString('hex');
  const hash = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256').toString('base64');
  return `pbkdf2_sha256$${String(ITERATIONS)}$${salt}$${hash}`;
}

interface SentMessage {
  readonly id?: string;
  readonly at?: Date;
  readonly answers?: string;
  readonly passesOn?: string;
  readonly isDeleted?: boolean;
  readonly isEdited?: boolean;
}

interface Led {
  readonly members: readonly number[];
  readonly leaders?: readonly number[];
  readonly preferences?: object;
  readonly [column: string]: unknown;
}

/** A database of django-realtime-chat-messaging after years of use. */
export class Django {
  private minutes = 0;

  private constructor(
    readonly url: string,
    readonly database: pg.Client,
    private readonly admin: pg.Client,
  ) {}

  static async begin(): Promise<Django> {
    const { url, prefix } = prepared('postgres');
    const name = `${prefix}django_${randomBytes(4).toString('hex')}`;
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const address = new URL(url);
    address.pathname = `/${name}`;
    const database = new pg.Client(address.href);
    await database.connect();
    await database.query(DJANGO_TABLES);
    return new Django(address.href, database, admin);
  }

  async end(): Promise<void> {
    const name = this.database.database!;
    await this.database.end();
    await this.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await this.admin.end();
  }

  async user(username: string, others: object = {}): Promise<number> {
    const { id } = await this.insert('auth_user', {
      username,
      password: djangoHash(PASSWORD),
      first_name: username,
      last_name: 'Alt',
      email: `${username}@mail.example`,
      is_superuser: false,
      is_staff: false,
      is_active: true,
      date_joined: this.next(),
      ...others,
    });
    return id as number;
  }

  async pair(...members: number[]): Promise<string> {
    const id = await this.room();
    await this.insert(`${TABLE}onetoonechat`, { room_ptr_id: id });
    await this.addMember('onetoonechat', 'participants', id, members);
    return id;
  }

  async group(
    name: string,
    creatorId: number,
    { members, leaders = [creatorId], preferences, ...others }: Led,
  ): Promise<string> {
    const id = await this.room(preferences);
    await this.insert(`${TABLE}groupchat`, {
      room_ptr_id: id,
      name,
      creator_id: creatorId,
      max_participants: 100,
      join_approval_required: false,
      group_locked: false,
      ...others,
    });
    await this.addMember('groupchat', 'participants', id, members);
    await this.addMember('groupchat', 'admins', id, leaders);
    return id;
  }

  async channel(
    name: string,
    creatorId: number,
    { members, leaders = [creatorId], preferences, ...others }: Led,
  ): Promise<string> {
    const id = await this.room(preferences);
    await this.insert(`${TABLE}channel`, {
      room_ptr_id: id,
      name,
      creator_id: creatorId,
      max_subscribers: 300,
      is_public: true,
      ...others,
    });
    await this.addMember('channel', 'subscribers', id, members);
    await this.addMember('channel', 'moderators', id, leaders);
    return id;
  }

  async sendMessage(roomId: string, senderId: number, content: string, sent: SentMessage = {}): Promise<string> {
    const { id = randomUUID(), at = this.next(), answers = null, passesOn = null } = sent;
    await this.insert(`${TABLE}message`, {
      id,
      room_id: roomId,
      sender_id: senderId,
      content,
      created_at: at,
      updated_at: at,
      parent_message_id: answers,
      forwarded_from_id: passesOn,
      is_forwarded: passesOn !== null,
      is_deleted: sent.isDeleted ?? false,
      is_edited: sent.isEdited ?? false,
    });
    return id;
  }

  /** Many messages, a millisecond apart, by these senders in turn. */
  async chatters(roomId: string, senders: readonly number[], count: number): Promise<void> {
    await this.database.query(
      `INSERT INTO ${TABLE}message
         (id, room_id, sender_id, content, created_at, updated_at, is_deleted, is_forwarded, is_edited)
       SELECT gen_random_uuid(), $1, ($2::int[])[1 + n % cardinality($2::int[])], 'Satz ' || n, t.at, t.at, false, false, false
       FROM generate_series(1, $3::int) n CROSS JOIN LATERAL (SELECT $4::timestamptz + n * interval '1 ms' AS at) t`,
      [roomId, senders, count, this.next()],
    );
  }

  /** Adds an unacknowledged notification of a message for each recipient. */
  async notify(messageId: string, type: string, recipients: readonly number[]): Promise<string> {
    const id = randomUUID();
    await this.insert(`${TABLE}chatnotification`, { id, notification_type: type, message_id: messageId });
    await this.addMember('chatnotification', 'recipients', id, recipients);
    return id;
  }

  async deliver(messageId: string, ...userIds: number[]): Promise<void> {
    await this.addMember('message', 'delivered_to', messageId, userIds);
  }

  async read(messageId: string, readerId: number, at = this.next()): Promise<void> {
    await this.insert(`${TABLE}readreceipt`, {
      id: randomUUID(),
      read_at: at,
      message_id: messageId,
      reader_id: readerId,
    });
  }

  async react(messageId: string, userId: number, content: string): Promise<string> {
    const id = randomUUID();
    const row = { id, message_id: messageId, user_id: userId, reaction_content: content, created_at: this.next() };
    await this.insert(`${TABLE}reaction`, row);
    return id;
  }

  async attach(messageId: string, others: object = {}): Promise<string> {
    const id = randomUUID();
    await this.insert(`${TABLE}messagemediaasset`, {
      id,
      message_id: messageId,
      media_url: 'https://cdn.example/a.png',
      media_type: 'image',
      mime_type: 'image/png',
      file_size: 7,
      caption: null,
      metadata: { width: 3 },
      ...others,
    });
    return id;
  }

  async permit(roomId: string, userId: number, codename: string): Promise<void> {
    await this.database.query(
      `INSERT INTO guardian_userobjectpermission (object_pk, content_type_id, permission_id, user_id)
       SELECT $1, 1, id, $2 FROM auth_permission WHERE codename = $3`,
      [roomId, userId, codename],
    );
  }

  /** Runs a statement without constraints, as a restored dump does and no application can. */
  async withoutRules(statement: string, parameters: readonly unknown[] = []): Promise<void> {
    await this.database.query(`SET session_replication_role = replica`);
    await this.database.query(statement, [...parameters]);
    await this.database.query(`SET session_replication_role = origin`);
  }

  async ids(model: string): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(`SELECT id::text FROM ${TABLE}${model}`);
    return rows.map(({ id }) => id);
  }

  /** The base row of every room; without further rows the room has no type. */
  async room(preferences: object = {}): Promise<string> {
    const property = await this.insert(`${TABLE}roomproperty`, { preferences });
    const at = this.next();
    const row = { id: randomUUID(), created_at: at, updated_at: at, property_id: property.id };
    return (await this.insert(`${TABLE}room`, row)).id as string;
  }

  private async addMember(model: string, field: string, id: string, userIds: readonly number[]): Promise<void> {
    await this.database.query(
      `INSERT INTO ${TABLE}${model}_${field} (${model}_id, user_id)
       SELECT $1, id FROM unnest($2::int[]) WITH ORDINALITY AS u (id, place) ORDER BY place`,
      [id, userIds],
    );
  }

  private async insert(table: string, row: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const columns = Object.keys(row);
    const values = columns.map((_, at) => `$${String(at + 1)}`);
    const { rows } = await this.database.query<Record<string, unknown>>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')}) RETURNING *`,
      Object.values(row),
    );
    return rows[0]!;
  }

  /** One minute later at each call. */
  private next(): Date {
    this.minutes += 1;
    return new Date(Date.UTC(2024, 0, 1, 0, this.minutes));
  }
}
