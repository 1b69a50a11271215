import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {HIGHEST_SEED, type RandomState, randomFrom, rollFaces} from '../../src/game/random.js';
import {AS_USER} from '../support/command.js';
import {dealer} from '../support/random.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/*
 * Blackman and Vigna's xoshiro128** 1.1 and Vigna's SplitMix64, in C as published. An input line seeds the generator
 * (`s SEED`) or sets its state (`r A B C D`), followed by a number of dice. The program prints the dice and the next
 * state. It redraws numbers from the incomplete last group of six below 2³².
 */
const REFERENCE = `
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

static uint64_t x;
static uint64_t splitmix64(void) {
  uint64_t z = (x += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static inline uint32_t rotl(const uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }
static uint32_t s[4];
static uint32_t next(void) {
  const uint32_t result = rotl(s[1] * 5, 7) * 9;
  const uint32_t t = s[1] << 9;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 11);
  return result;
}

static int die(void) {
  uint32_t drawn = next();
  while (drawn - drawn % 6 > UINT32_MAX - 5) drawn = next();
  return 1 + drawn % 6;
}

int main(void) {
  char kind;
  int count;
  while (scanf(" %c", &kind) == 1) {
    if (kind == 's') {
      scanf("%" SCNu64, &x);
      uint64_t first = splitmix64(), second = splitmix64();
      s[0] = first, s[1] = first >> 32, s[2] = second, s[3] = second >> 32;
    } else {
      scanf("%" SCNu32 "%" SCNu32 "%" SCNu32 "%" SCNu32, s, s + 1, s + 2, s + 3);
    }
    scanf("%d", &count);
    while (count-- > 0) printf("%d", die());
    printf(" %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\\n", s[0], s[1], s[2], s[3]);
  }
}
`;

/** Returns the reference's output for each line. */
function reference(lines: readonly string[]): Promise<string[]> {
  return inTemporaryFolder(async (cwd) => {
    writeFileSync(join(cwd, 'reference.c'), REFERENCE);
    await execa('gcc', ['-O1', '-o', 'reference', 'reference.c'], {...AS_USER, cwd});
    const {stdout} = await execa(join(cwd, 'reference'), {...AS_USER, cwd, input: `${lines.join('\n')}\n`});
    return stdout.trimEnd().split('\n');
  });
}

/** Returns our generator's output in the reference's format. */
function ours(random: RandomState, count: number): string {
  const rolled = rollFaces(random, count);
  return `${rolled.faces.join('')} ${rolled.random.join(' ')}`;
}

/** Returns a state that draws this number next, by inverting `rotl(b * 5, 7) * 9` modulo 2³². */
function drawing(number: number, others = 1): RandomState {
  const low = (value: bigint): bigint => value & 0xffff_ffffn;
  const turned = low(BigInt(number) * 954_437_177n); // 9 · 954437177 = 2·2³² + 1
  const back = low((turned >> 7n) | (turned << 25n));
  return [others, Number(low(back * 3_435_973_837n)), others + 1, others + 2]; // 5 · 3435973837 = 4·2³² + 1
}

function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/*
 * Limits of chi-square, each crossed by chance once in 10,000 times (5 and 35 degrees of freedom). A loaded die lies
 * above, and a die that merely counts from 1 to 6 lies below.
 */
const FAIR_FACES = [0.082, 25.745] as const;

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value > least && value < most;

function isFair(counts: readonly number[], limits: readonly [number, number], what: string): void {
  const value = chiSquare(counts);
  assert.ok(isWithin(value, limits), `${what}: chi-square is ${value}, not from ${limits.join(' to ')}`);
}

suite('seeds', (test) => {
  test('are whole numbers from 0 to 2⁵³ - 1', () => {
    assert.is(HIGHEST_SEED, 2 ** 53 - 1);
    for (const seed of [0, 1, 2 ** 32, HIGHEST_SEED]) {
      const random = randomFrom(seed);
      assert.is(random.length, 4);
      for (const word of random) assert.ok(Number.isInteger(word) && word >= 0 && word < 2 ** 32);
    }
  });

  for (const seed of [-1, 2 ** 53, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1' as unknown as number]) {
    test(`${JSON.stringify(seed)} (${seed}) is none`, () => {
      assert.throws(
        () => randomFrom(seed),
        (error: unknown) =>
          error instanceof RangeError &&
          error.message === `a seed is a whole number from 0 to 9007199254740991, not ${seed}`,
      );
    });
  }

  test('0 gives the first two published numbers of SplitMix64, low half first', () => {
    // 0xe220a8397b1dcdaf and 0x6e789e6aa1b965f4.
    assert.equal(randomFrom(0), [0x7b1dcdaf, 0xe220a839, 0xa1b965f4, 0x6e789e6a]);
  });

  test('each give dice of their own: of 10,000 seeds no two the same, and their first dice are fair', () => {
    const counts = Array(6).fill(0);
    const seen = new Set<string>();
    for (let seed = 0; seed < 10_000; seed += 1) {
      const {faces} = rollFaces(randomFrom(seed), 25);
      seen.add(faces.join(''));
      counts[(faces[0] ?? 0) - 1] += 1;
    }
    assert.is(seen.size, 10_000);
    isFair(counts, FAIR_FACES, 'first dice');
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

  test.needs('gcc')(
    'gives the dice of the reference in C, and its state, for many seeds and states',
    async () => {
      const {number} = dealer(128);
      const seeds = [0, 1, 2, 273, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 2, 2 ** 53 - 1];
      for (let round = 0; round < 200; round += 1) seeds.push(number(0, 2 ** 53 - 1));
      const word = (): number => number(0, 2 ** 32 - 1);
      const states: RandomState[] = [[2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1]];
      for (let round = 0; round < 200; round += 1) states.push([word(), word(), word(), word()]);
      const lines = await reference([
        ...seeds.map((seed) => `s ${seed} 200`),
        ...states.map((state) => `r ${state.join(' ')} 200`),
      ]);
      assert.equal(
        [...seeds.map((seed) => ours(randomFrom(seed), 200)), ...states.map((state) => ours(state, 200))],
        lines,
      );
      assert.is(lines.length, seeds.length + states.length);
    },
  );

  test.needs('gcc')('draws again from 2³² - 4 on, so that each face has the same share', async () => {
    // 2³² - 4 = 6 · 715827882: the last whole six ends with 4294967291.
    const faces: readonly [number: number, face: number][] = [
      [0, 1],
      [1, 2],
      [5, 6],
      [6, 1],
      [4_294_967_286, 1],
      [4_294_967_290, 5],
      [4_294_967_291, 6],
    ];
    for (const [number, face] of faces)
      assert.equal(rollFaces(drawing(number), 1).faces, [face], `${number}`);

    const again = [4_294_967_292, 4_294_967_293, 4_294_967_294, 4_294_967_295];
    const states = [...faces.map(([number]) => number), ...again].flatMap((number) =>
      [1, 2, 3, 40, 500].map((others) => drawing(number, others)),
    );
    const lines = await reference(states.map((state) => `r ${state.join(' ')} 1`));
    assert.equal(
      states.map((state) => ours(state, 1)),
      lines,
    );
  });

  test('goes on exactly from the state: so many at once or one after the other are the same dice', () => {
    for (const seed of [0, 4, 1575, HIGHEST_SEED]) {
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
