import { slotOf } from './key-slot.js';

/** As `CLUSTER KEYSLOT` answers. */
const SLOTS_OF_REDIS: Readonly<Record<string, number>> = {
  '123456789': 12_739,
  foo: 12_182,
  'foo{hash_tag}': 2_515,
  'bar{hash_tag}{other}': 2_515,
  'foo{}{bar}': 8_363,
  'foo{{bar}}zap': 4_015,
  'foo{bar': 15_278,
  'parley:test#/#room:ä#': 15_400,
};

it.each(Object.entries(SLOTS_OF_REDIS))('the slot of %s is that of Redis', (key, slot) => {
  expect(slotOf(key)).toBe(slot);
});
