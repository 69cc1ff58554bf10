import { Contract } from '../support/contract.js';

const room = (type: string, properties: object): object => ({
  type: 'object',
  properties: { type: { const: type }, ...properties },
  required: ['type'],
});
const items = { anyOf: [{ $ref: '#/components/schemas/Group' }, { $ref: '#/components/schemas/Chat' }] };
const rooms = { payload: { type: 'object', properties: { data: { type: 'array', items } } } };
const contract = new Contract({
  operations: {},
  components: {
    schemas: { Group: room('Group', { name: { type: 'string' } }), Chat: room('Chat', { peer: { type: 'number' } }) },
    messages: { 'rooms.dispatch': rooms },
  },
});

it('a fault is told once, and of the alternative whose type the value has', () => {
  const data = [
    { type: 'Group', name: 'a', nickname: 'b' },
    { type: 'Group', name: 'c', nickname: 'd' },
  ];
  expect(contract.faultsOf('rooms.dispatch', { data })).toBe(
    '/data/* must NOT have additional properties {"additionalProperty":"nickname"}',
  );
  expect(contract.faultsOf('rooms.dispatch', { data: [{ type: 'Chat', peer: 1 }] })).toBeUndefined();
});

it('a type that no alternative has is told', () => {
  expect(contract.faultsOf('rooms.dispatch', { data: [{ type: 'Channel' }] })).toContain('/data/*/type');
});
