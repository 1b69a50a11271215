/* Seeded dice, held to the published numbers of SplitMix64 and xoshiro128**. */
import * as assert from 'uvu/assert';
import {HIGHEST_SEED, type RandomState, randomFrom, rollFaces} from '../../src/game/random.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

/** Returns a state that draws this number next, by inverting `rotl(b * 5, 7) * 9` modulo 2³². */
function drawing(number: number, others = 1): RandomState {
  const low = (value: bigint): bigint => value & 0xffff_ffffn;
  const turned = low(BigInt(number) * 954_437_177n); // 9 · 954437177 = 2·2³² + 1
  const back = low((turned >> 7n) | (turned << 25n));
  return [others, Number(low(back * 3_435_973_837n)), others + 1, others + 2]; // 5 · 3435973837 = 4·2³² + 1
}

/** Returns the state after a draw. */
function afterDraw([a, b, c, d]: RandomState): RandomState {
  const [third, fourth] = [c ^ a, d ^ b];
  const turned = (fourth << 11) | (fourth >>> 21);
  return [a ^ fourth, b ^ third, third ^ (b << 9), turned].map(
    (word) => word >>> 0,
  ) as unknown as RandomState;
}

suite('seeds', (test) => {
  test('are whole numbers from 0 to 2⁵³ - 1', () => {
    for (const seed of [0, 1, 2 ** 32, HIGHEST_SEED])
      for (const word of randomFrom(seed)) assert.ok(Number.isInteger(word) && word >= 0 && word < 2 ** 32);
    for (const seed of [-1, 2 ** 53, 0.5, Number.NaN, '1' as unknown as number])
      throwsRangeError(
        () => randomFrom(seed),
        `seed must be a whole number from 0 to 9007199254740991, not ${seed}`,
      );
  });

  test('0 gives the first two published numbers of SplitMix64, low half first', () => {
    // 0xe220a8397b1dcdaf and 0x6e789e6aa1b965f4.
    assert.equal(randomFrom(0), [0x7b1dcdaf, 0xe220a839, 0xa1b965f4, 0x6e789e6a]);
  });
});

suite('rolling', (test) => {
  test('gives the published numbers of xoshiro128** from 1 2 3 4, as remainders by six, plus one', () => {
    // Vector of the reference implementation 1.1, as rand_xoshiro tests it.
    const published = [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ];
    assert.equal(
      rollFaces([1, 2, 3, 4], 10).faces,
      published.map((number) => (number % 6) + 1),
    );
  });

  test('draws again from 2³² - 4 on, so that each face has the same share', () => {
    // 2³² - 4 = 6 · 715827882: the last whole six ends with 4294967291.
    for (const [number, face] of [
      [0, 1],
      [5, 6],
      [6, 1],
      [4_294_967_286, 1],
      [4_294_967_291, 6],
    ] as const)
      assert.equal(rollFaces(drawing(number), 1).faces, [face], `${number}`);
    for (const number of [4_294_967_292, 4_294_967_295])
      assert.equal(rollFaces(drawing(number), 1), rollFaces(afterDraw(drawing(number)), 1), `${number}`);
  });

  test('goes on exactly from the state: so many at once or one after the other are the same dice', () => {
    for (const seed of [0, HIGHEST_SEED]) {
      const whole = rollFaces(randomFrom(seed), 60);
      let random = randomFrom(seed);
      const faces: number[] = [];
      for (const count of [5, 0, 1, 2, 3, 4, 5, 40]) {
        const rolled = rollFaces(random, count);
        assert.is(rolled.faces.length, count);
        faces.push(...rolled.faces);
        random = JSON.parse(JSON.stringify(rolled.random));
      }
      assert.equal(faces, whole.faces);
      assert.equal(random, whole.random);
    }
  });
});
