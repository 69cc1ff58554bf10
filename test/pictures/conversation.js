import { connect } from './connect.js';

/** @typedef {import('@parley/client').Parley} Parley */

const PASSWORD = 'correct horse battery';

const PEOPLE = [
  ['ada', 'Ada', 'Okafor'],
  ['bob', 'Bob', 'Lindqvist'],
  ['mei', 'Mei', 'Tanaka'],
  ['luis', 'Luis', 'Ferrer'],
];

/** The group that most pictures show. */
const MAIN_ROOM = 'Summer festival';

/**
 * @typedef {object} Conversation the data that screenshots need
 * @property {string} username the user who is logged in on the screenshots
 * @property {string} password
 * @property {string} room the name of the room to open
 * @property {string} searched a word of some of its messages
 * @property {() => void} startTyping lets another member type in that room
 * @property {() => Promise<void>} end
 */

/**
 * Lets four connected users converse in five rooms.
 * @param {import('./throwaway-service.js').ThrowawayService} service
 * @returns {Promise<Conversation>}
 */
export async function holdConversation(service) {
  await service.addUsers(PEOPLE, PASSWORD);
  const clients = await Promise.all(
    PEOPLE.map(([username = '']) => connect(service.url, { username, password: PASSWORD })),
  );
  const [ada, bob, mei, luis] = /** @type {[Parley, Parley, Parley, Parley]} */ (clients);
  const [bobsId, meisId, luisId] = await Promise.all(
    ['bob', 'mei', 'luis'].map(async (username) => (await ada.find(username)).id),
  );
  const others = [bobsId, meisId, luisId].map(Number);

  await talkAside(ada, bob, mei, luis, others);
  const room = await talkInMainRoom(ada, bob, mei, luis, others);
  return {
    username: 'ada',
    password: PASSWORD,
    room: MAIN_ROOM,
    searched: 'stage',
    startTyping: () => mei.rooms.open(room).typing(),
    end: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** @param {Parley} ada @param {Parley} bob @param {Parley} mei @param {Parley} luis @param {number[]} others */
async function talkAside(ada, bob, mei, luis, others) {
  const [bobsId = 0, meisId = 0] = others;
  const channel = await ada.rooms.create({
    type: 'Channel',
    name: 'Announcements',
    description: 'Dates and decisions',
    subscribers: others,
    extra_fields: { is_public: true },
  });
  await ada.rooms.open(channel.id).send('The festival is on 18 July. Doors open at 14:00.');
  const books = await mei.rooms.create({
    type: 'GroupChat',
    name: 'Book club',
    participants: others.filter(isNot(meisId)),
  });
  await mei.rooms.open(books.id).setRole('add_admin', bobsId);
  await mei.ask('room.add_members', { room_id: books.id, members: [(await mei.find('ada')).id] });
  await mei.rooms.open(books.id).send('Next up: The Left Hand of Darkness.');
  await luis.rooms.open(books.id).send('Already on chapter three!');
  const withLuis = await ada.rooms.create({ type: 'OneToOneChat', participants: [others[2] ?? 0] });
  await ada.rooms.open(withLuis.id).send('Can you bring the long cables?');
  await luis.rooms.open(withLuis.id).send('Yes, both drums.');
  ada.rooms.open(withLuis.id).markRead();
  const withBob = await ada.rooms.create({ type: 'OneToOneChat', participants: [bobsId] });
  await bob.rooms.open(withBob.id).send('Lunch at twelve?');
}

/**
 * @param {Parley} ada @param {Parley} bob @param {Parley} mei @param {Parley} luis @param {number[]} others
 * @returns {Promise<string>} the id of the room
 */
async function talkInMainRoom(ada, bob, mei, luis, others) {
  const { id } = await ada.rooms.create({
    type: 'GroupChat',
    name: MAIN_ROOM,
    description: 'Everything for 18 July',
    participants: others,
  });
  const [adas, bobs, meis, luiss] = [ada, bob, mei, luis].map((person) => person.rooms.open(id));
  if (!adas || !bobs || !meis || !luiss) throw new Error('The room of the pictures is missing.');
  await adas.send('Morning! The stage arrives on Thursday, not Friday.');
  const question = await meis.send('Who can be there to sign for it?');
  await luiss.send('I can, from 8 until noon.', { replyTo: question.id });
  await bobs.send('And I take the afternoon 👍');
  const plan = await bobs.send('Site plan, second version:', {
    media: [
      {
        media_url: 'https://files.example.com/site-plan-v2.pdf',
        media_type: 'file',
        mime_type: 'application/pdf',
        file_size: 482_113,
        caption: 'site-plan-v2.pdf',
      },
    ],
  });
  await adas.react(plan.id, '🎉');
  await meis.react(plan.id, '🎉');
  const edited = await meis.send('The stage needs 32 A power, is that on the plan?');
  await meis.edit(edited.id, 'The stage needs 63 A power. Is that on the plan?');
  await luiss.send('It is: the box behind the trees, page 2.', { replyTo: edited.id });
  const last = await adas.send('Perfect. I will confirm the delivery today.');
  await luiss.react(last.id, '❤️');
  for (const person of [bobs, meis, luiss]) {
    await person.history();
    person.markRead();
  }
  adas.markRead();
  return id;
}

/** @param {number} id @returns {(other: number) => boolean} */
const isNot = (id) => (other) => other !== id;
