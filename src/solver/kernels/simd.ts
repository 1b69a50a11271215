/*
 * The kernel in AssemblyScript, for WebAssembly with vectors; `npm run kernel` compiles it. It works on four numbers at
 * a time. `solve` finds the values of four positions with the same open boxes and different upper totals: all four read
 * the same entries of the tables and of earlier runs. `square` finds their mean squares. `answer` finds the chances for
 * four needs at one position, each a point more: after any outcome their answers lie side by side. `end` plays the
 * turns of four positions like those of `solve`, and finds how each turn ends; `pour` then passes the distributions of
 * points on to the positions after these turns.
 *
 * Every table has a fixed address, which is exported under the table's name in `Tables`. Solved numbers stand from
 * `values` on; the caller makes room for them. Only distributions have a heap, behind the values.
 */

/** Four numbers, as two vectors of two. */
const FOUR: usize = 32;

const BOXES: u32 = 13;
const UPPER_BOXES: u32 = 6;
const YAHTZEE: u32 = 11;
const UPPER: u32 = 63;
const MOST_UPPER: u32 = 63;
const FACES: u32 = 6;
const FIRST_ROLL: usize = 210;
const KEEPS: usize = 462;
const ROLLS: usize = 252;
const OUTCOMES: usize = 128;
const PLAIN_ROLLS: usize = 246;
const SCRATCH_ROW: usize = 270;

/** Worths that differ by less are equal, as in `advice.ts`. */
const SAME: f64 = 1e-9;

/** Bytes of a row of six places of 16 bits, in the tables of extensions and of reductions. */
const ROW: usize = 12;

/** The worth of each keep, rolls included, at the point of the turn that has been reached. */
const worth: usize = 1024;
const FIRST_ROLL_WORTH: usize = worth + FIRST_ROLL * FOUR;
const WORTH_END: usize = worth + KEEPS * FOUR;

const outcomes: usize = WORTH_END;
/** Distance from the worth of a keep or an outcome to its mean square. */
const SQUARE: usize = (KEEPS + OUTCOMES) * FOUR;
export const extensions: usize = worth + 2 * SQUARE;
export const reductions: usize = extensions + FIRST_ROLL * ROW;
export const rollChances: usize = reductions + (KEEPS - 1) * ROW + 4;
export const faceCounts: usize = rollChances + ROLLS * 8;
export const rows: usize = faceCounts + 512;
export const rowStarts: usize = rows + 2048 * 2;
export const plainRolls: usize = rowStarts + 280 * 2;
export const outcomePoints: usize = plainRolls + PLAIN_ROLLS * 2;
export const outcomeStarts: usize = outcomePoints + 132;
export const yahtzeeRolls: usize = outcomeStarts + 16;
export const upperBonus: usize = yahtzeeRolls + 16;
export const yahtzeeBonus: usize = upperBonus + 64 * 8;
export const lengths: usize = yahtzeeBonus + 8;
export const classes: usize = lengths + 64;
export const totals: usize = classes + 64 * 64;
export const starts: usize = totals + 64 * 64;
/** For `answer`, by outcome: where the answers after it begin, for which need, and how many there are. */
export const afterStarts: usize = starts + 8192 * 4;
export const afterNeeds: usize = afterStarts + OUTCOMES * 4;
export const afterCounts: usize = afterNeeds + OUTCOMES * 4;
/** By outcome, the chance that `end` finds; and after all of them those with a Yahtzee that pays. */
export const ends: usize = afterCounts + OUTCOMES * 4;
const PAID: usize = OUTCOMES * FOUR;
/** The square of the best outcome of each roll. */
const chosen: usize = ends + 2 * OUTCOMES * FOUR;
/** The best keep within each keep, with one and with two rolls to come. */
const keptOfOne: usize = chosen + ROLLS * FOUR;
const keptOfTwo: usize = keptOfOne + KEEPS * FOUR;
/** The chance of each keep at the point of the turn that has been reached. */
const chances: usize = keptOfTwo + KEEPS * FOUR;
/** For `pour`: how often each outcome comes about, as in `ends`, but one number each; then the upper bonus. */
export const tallies: usize = chances + KEEPS * FOUR;
/** Chains of freed distributions by their room. */
const freed: usize = tallies + (2 * OUTCOMES + 1) * 8;
const ROOMS: usize = 512;
/** Spare room at each end of a distribution: soon others are poured into it, shifted by a few points. */
const MARGIN: i32 = 24;
export const values: usize = freed + ROOMS * 4;

export function solve(open: u32): void {
  if (open === 0) return;
  const length: u32 = load<u8>(lengths + (open & UPPER));
  const run = values + 8 * load<u32>(starts + 4 * open);
  const flags: u32 = isIn(open, YAHTZEE) ? 1 : 2;
  memory.fill(outcomes, 0, OUTCOMES * FOUR);
  for (let pays: u32 = 0; pays < flags; pays++) {
    for (let place: u32 = 0; place < length; place += 4) {
      scoreOutcomes(open, place, pays, 0);
      scoreRolls();
      scoreYahtzees(open, pays);
      averageKeeps(0);
      chooseKeeps();
      averageKeeps(0);
      chooseKeeps();
      storeMeans(run + 8 * (pays * length + place), 0);
    }
  }
}

/** Writes the mean squares of the points to come, `distance` behind the values of the set, which must be there. */
export function square(open: u32, distance: usize): void {
  const length: u32 = load<u8>(lengths + (open & UPPER));
  const run = values + distance + 8 * load<u32>(starts + 4 * open);
  const flags: u32 = isIn(open, YAHTZEE) ? 1 : 2;
  memory.fill(outcomes, 0, OUTCOMES * FOUR);
  memory.fill(outcomes + SQUARE, 0, OUTCOMES * FOUR);
  for (let pays: u32 = 0; pays < flags; pays++) {
    for (let place: u32 = 0; place < length; place += 4) {
      scoreOutcomes(open, place, pays, distance);
      scoreFirst(open, pays);
      for (let roll = 0; roll < 2; roll++) {
        averageKeeps(0);
        averageKeeps(SQUARE);
        chooseKeeps();
        findKept(keptOfOne);
      }
      storeMeans(run + 8 * (pays * length + place), SQUARE);
    }
  }
}

/** As `scoreRolls` and `scoreYahtzees`, with the square of the first of the best outcomes. */
function scoreFirst(open: u32, pays: u32): void {
  storeFirstBest(worth, SCRATCH_ROW, 0);
  for (let row: usize = 0; row < PLAIN_ROLLS; row++)
    storeFirstBest(worth + load<u16>(plainRolls + 2 * row), row, worth);
  for (let face: u32 = 0; face < FACES; face++) {
    const row = PLAIN_ROLLS + yahtzeeCase(open, face) * FACES + face;
    storeFirstBest(worth + load<u16>(yahtzeeRolls + 2 * face), row, 0);
  }
  memory.copy(chosen, FIRST_ROLL_WORTH + SQUARE, ROLLS * FOUR);
  const bonus = f64(pays) * load<f64>(yahtzeeBonus);
  for (let face: u32 = 0; face < FACES; face++) {
    for (let lane: usize = 0; lane < FOUR; lane += 8) {
      const roll = worth + load<u16>(yahtzeeRolls + 2 * face) + lane;
      // (w + b)² = w² + b (2 w + b).
      add(roll + SQUARE, bonus * (2 * load<f64>(roll) + bonus));
      add(roll, bonus);
    }
  }
}

function storeFirstBest(to: usize, row: usize, besides: usize): void {
  const same = f64x2.splat(SAME);
  const end = rows + 2 * load<u16>(rowStarts + 2 * row, 2);
  for (let half: usize = 0; half < FOUR; half += 16) {
    let best = besides === 0 ? f64x2.splat(-1) : v128.load(besides + half);
    let square = besides === 0 ? f64x2.splat(0) : v128.load(besides + SQUARE + half);
    for (let one = rows + 2 * load<u16>(rowStarts + 2 * row); one < end; one += 2) {
      const outcome = outcomes + load<u16>(one) + half;
      const other = v128.load(outcome);
      const isBetter = f64x2.gt(other, f64x2.add(best, same));
      square = v128.bitselect(v128.load(outcome + SQUARE), square, isBetter);
      best = f64x2.pmax(best, other);
    }
    v128.store(to + half, best);
    v128.store(to + SQUARE + half, square);
  }
}

/**
 * Answers `count` questions from a need on, at a position. Writes up to three more behind them. `afterStarts` and the
 * like give the answers after each outcome; after an outcome of a filled box, all answers are 0.
 */
export function answer(open: u32, pays: u32, need: i32, count: u32, to: usize): void {
  const extra: i32 = pays ? i32(load<f64>(yahtzeeBonus)) : 0;
  memory.fill(outcomes, 0, OUTCOMES * FOUR);
  for (let one: u32 = 0; one < count; one += 4) {
    const asked = need + i32(one);
    for (let box: u32 = 0; box < BOXES; box++) {
      if (!isIn(open, box)) continue;
      const end: u32 = load<u8>(outcomeStarts + box, 1);
      for (let outcome: u32 = load<u8>(outcomeStarts + box); outcome < end; outcome++) {
        const after = answersAfter(outcome, asked);
        v128.store(outcomes + FOUR * outcome, v128.load(after));
        v128.store(outcomes + FOUR * outcome, v128.load(after, 16), 16);
      }
    }
    scoreRolls();
    for (let face: u32 = 0; face < FACES; face++) {
      storeBestAfter(
        worth + load<u16>(yahtzeeRolls + 2 * face),
        PLAIN_ROLLS + yahtzeeCase(open, face) * FACES + face,
        asked - extra,
      );
    }
    averageKeeps(0);
    chooseKeeps();
    averageKeeps(0);
    chooseKeeps();
    storeMeans(to + 8 * one, 0);
  }
}

/** Plays the turns of four positions from a place in a run on, and writes the chance of each outcome at their ends. */
export function end(open: u32, at: u32): void {
  const length: u32 = load<u8>(lengths + (open & UPPER));
  const pays: u32 = at < length ? 0 : 1;
  const place = at - pays * length;
  // A value below every real outcome.
  memory.fill(outcomes, 0xc0, OUTCOMES * FOUR);
  scoreOutcomes(open, place, pays, 0);
  // The number of each outcome stands in for its square: `scoreFirst` then finds the number of the best outcome.
  for (let one: usize = 0; one < OUTCOMES * FOUR; one += 8)
    store<f64>(outcomes + SQUARE + one, f64(one & ~(FOUR - 1)));
  scoreFirst(open, pays);
  averageKeeps(0);
  chooseKeeps();
  findKept(keptOfOne);
  averageKeeps(0);
  chooseKeeps();
  findKept(keptOfTwo);
  memory.fill(chances, 0, FIRST_ROLL * FOUR);
  for (let roll: usize = 0; roll < ROLLS; roll++) {
    const chance = v128.load64_splat(rollChances + 8 * roll);
    v128.store(chances + FOUR * (FIRST_ROLL + roll), chance);
    v128.store(chances + FOUR * (FIRST_ROLL + roll), chance, 16);
  }
  rollOthers(keptOfTwo);
  rollOthers(keptOfOne);
  memory.fill(ends, 0, 2 * OUTCOMES * FOUR);
  for (let one: usize = 0; one < PLAIN_ROLLS; one++) endRoll(load<u16>(plainRolls + 2 * one), 0);
  for (let face: u32 = 0; face < FACES; face++) endRoll(load<u16>(yahtzeeRolls + 2 * face), u32(PAID) * pays);
}

/** Finds the first best keep within each keep, itself included, and gives the keep the mean square of that one. */
function findKept(kept: usize): void {
  const same = f64x2.splat(SAME);
  let row = reductions;
  for (let faceCount = faceCounts; faceCount < faceCounts + KEEPS - 1; faceCount++) {
    const keep: usize = load<u16>(row);
    const last = row + 2 * load<u8>(faceCount);
    const lowLeast = f64x2.sub(v128.load(worth + keep), same);
    const highLeast = f64x2.sub(v128.load(worth + keep, 16), same);
    let low = f64x2.splat(f64(keep));
    let high = low;
    let lowSquare = v128.load(worth + keep + SQUARE);
    let highSquare = v128.load(worth + keep + SQUARE, 16);
    for (let one = row + 2; one <= last; one += 2) {
      const less: usize = load<u16>(one);
      const lowOther = v128.load(kept + less);
      const highOther = v128.load(kept + less, 16);
      const isLow = v128.and(f64x2.ge(v128.load(worth + less), lowLeast), f64x2.lt(lowOther, low));
      const isHigh = v128.and(f64x2.ge(v128.load(worth + less, 16), highLeast), f64x2.lt(highOther, high));
      low = v128.bitselect(lowOther, low, isLow);
      high = v128.bitselect(highOther, high, isHigh);
      lowSquare = v128.bitselect(v128.load(worth + less + SQUARE), lowSquare, isLow);
      highSquare = v128.bitselect(v128.load(worth + less + SQUARE, 16), highSquare, isHigh);
    }
    v128.store(kept + keep, low);
    v128.store(kept + keep, high, 16);
    v128.store(worth + keep + SQUARE, lowSquare);
    v128.store(worth + keep + SQUARE, highSquare, 16);
    row += ROW;
  }
}

/**
 * Moves the chance of each roll to its best keep, and rolls the other dice one by one: each keep passes its chance on
 * to its extensions, small keeps first.
 */
function rollOthers(kept: usize): void {
  for (let roll = FIRST_ROLL * FOUR; roll < KEEPS * FOUR; roll += 8) {
    const chance = load<f64>(chances + roll);
    store<f64>(chances + roll, 0);
    const to = chances + usize(load<f64>(kept + roll)) + (roll & (FOUR - 1));
    store<f64>(to, load<f64>(to) + chance);
  }
  const sixth = f64x2.splat(1.0 / 6.0);
  let row = extensions;
  for (let keep = chances; keep < chances + FIRST_ROLL * FOUR; keep += FOUR) {
    const low = f64x2.mul(v128.load(keep), sixth);
    const high = f64x2.mul(v128.load(keep, 16), sixth);
    memory.fill(keep, 0, FOUR);
    for (const next = row + ROW; row < next; row += 2) {
      const one = chances + load<u16>(row);
      v128.store(one, f64x2.add(v128.load(one), low));
      v128.store(one, f64x2.add(v128.load(one, 16), high), 16);
    }
  }
}

/** Adds the chances of a roll to those of its first best outcome. */
function endRoll(roll: usize, to: usize): void {
  for (let lane: usize = 0; lane < FOUR; lane += 8) {
    const outcome = usize(load<f64>(chosen + roll - FIRST_ROLL * FOUR + lane));
    add(ends + to + outcome + lane, load<f64>(chances + roll + lane));
  }
}

/** Returns the address of answers after an outcome. Four for smaller needs stand before, four for greater behind. */
function answersAfter(outcome: u32, need: i32): usize {
  const least = max(need - load<i32>(afterNeeds + 4 * outcome), -4);
  return load<u32>(afterStarts + 4 * outcome) + 8 * min(least, load<i32>(afterCounts + 4 * outcome));
}

function storeBestAfter(to: usize, row: usize, need: i32): void {
  let low = f64x2.splat(0);
  let high = low;
  const end = rows + 2 * load<u16>(rowStarts + 2 * row, 2);
  for (let one = rows + 2 * load<u16>(rowStarts + 2 * row); one < end; one += 2) {
    const after = answersAfter(load<u16>(one) / 32, need);
    low = f64x2.pmax(low, v128.load(after));
    high = f64x2.pmax(high, v128.load(after, 16));
  }
  v128.store(to, low);
  v128.store(to, high, 16);
}

/**
 * Distributions of points. Each place has a record in `records`: the address of its numbers, or 0; the points of the
 * first; the room, in 64 numbers; and the part in use, from and to. Before the numbers stands the chance that no
 * Yahtzee has paid yet. Unused numbers are 0, and at least three of them end the room: four can be read at once.
 */
const RECORD: usize = 16;
let records: usize = 0;
let top: usize = 0;
/** The chance of the position that is poured. */
let all: f64 = 0;

/** Begins with one distribution, the points of a place; returns the address of the records. */
export function startPouring(size: u32, place: u32, points: i32): usize {
  records = values + 8 * size;
  top = records + RECORD * size;
  growTo(top);
  memory.fill(records, 0, RECORD * size);
  memory.fill(freed, 0, ROOMS * 4);
  memory.fill(tallies, 0, (2 * OUTCOMES + 1) * 8);
  const record = records + RECORD * place;
  const numbers = widen(record, points, 1);
  store<f64>(numbers, 1);
  store<f64>(numbers + 8 * (1 + points - load<i32>(record, 4)), 1);
  return records;
}

/** Gives a distribution room for numbers from some points on, and some more at each end. Returns its address. */
function widen(record: usize, points: i32, count: i32): usize {
  const old: usize = load<u32>(record);
  const from: i32 = load<u16>(record, 12);
  const used: i32 = load<u16>(record, 14) - from;
  const first = load<i32>(record, 4) + from;
  const lowest = (old === 0 ? points : min(points, first)) - MARGIN;
  const end = (old === 0 ? points + count : max(points + count, first + used)) + MARGIN;
  const room = (end - lowest + 4 + 63) >> 6;
  const chain = freed + 4 * room;
  let numbers: usize = load<u32>(chain);
  if (numbers === 0) {
    numbers = top;
    top += 512 * room;
    growTo(top);
  } else store<u32>(chain, load<u32>(numbers));
  store<f64>(numbers, 0);
  if (old !== 0) {
    store<f64>(numbers, load<f64>(old));
    memory.copy(numbers + 8 + 8 * (first - lowest), old + 8 + 8 * from, 8 * used);
    free(record);
  }
  store<u32>(record, u32(numbers));
  store<i32>(record, lowest, 4);
  store<u32>(record, room, 8);
  store<u16>(record, old === 0 ? points - lowest : first - lowest, 12);
  store<u16>(record, old === 0 ? points - lowest + count : first - lowest + used, 14);
  return numbers;
}

function growTo(end: usize): void {
  const missing = i32(end >> 16) + 1 - memory.size();
  if (missing > 0) memory.grow(max(missing, 64));
}

/** Passes the distributions of four positions on, by the chances in `ends`, and frees them. */
export function pour(open: u32, at: u32): void {
  const length: u32 = load<u8>(lengths + (open & UPPER));
  const pays: u32 = at < length ? 0 : 1;
  const first: u32 = load<u32>(starts + 4 * open) + at;
  for (let lane: u32 = 0; lane < 4; lane++) {
    const record = records + RECORD * (first + lane);
    if (load<u32>(record) === 0) continue;
    const total: u32 = load<u8>(totals + 64 * (open & UPPER) + at - pays * length + lane);
    all = sumOf(record);
    for (let paid: u32 = 0; paid <= pays; paid++) {
      for (let box: u32 = 0; box < BOXES; box++)
        if (isIn(open, box)) pourInto(record, open ^ (1 << box), box, total, pays, paid, lane);
    }
    free(record);
  }
}

function pourInto(record: usize, rest: u32, box: u32, total: u32, pays: u32, paid: u32, lane: u32): void {
  const numbers: usize = load<u32>(record);
  const from: i32 = load<u16>(record, 12);
  const count: i32 = load<u16>(record, 14) - from;
  const first = load<i32>(record, 4) + from;
  const extra = u32(load<f64>(yahtzeeBonus)) * paid;
  const run = load<u32>(starts + 4 * rest);
  const end: u32 = load<u8>(outcomeStarts + box, 1);
  for (let outcome: u32 = load<u8>(outcomeStarts + box); outcome < end; outcome++) {
    const number = paid * u32(OUTCOMES) + outcome;
    const chance = load<f64>(ends + FOUR * number + 8 * lane);
    if (chance === 0) continue;
    const points: u32 = load<u8>(outcomePoints + outcome);
    const totalAfter = box < UPPER_BOXES ? min(total + points, MOST_UPPER) : total;
    const bonus = load<f64>(upperBonus + 8 * totalAfter) - load<f64>(upperBonus + 8 * total);
    const paysAfter = box === YAHTZEE ? min(points, 1) : pays;
    const half = paysAfter * load<u8>(lengths + (rest & UPPER));
    const place = run + half + load<u8>(classes + 64 * (rest & UPPER) + totalAfter);
    add(tallies + 8 * number, all * chance);
    if (bonus > 0) add(tallies + 16 * OUTCOMES, all * chance);
    const to = records + RECORD * place;
    addMoved(numbers + 8 + 8 * from, count, to, first + points + u32(bonus) + extra, chance);
    if (paid === 0) add(load<u32>(to), chance * load<f64>(numbers));
  }
}

/** Adds numbers, times a chance, to those of a record from some points on. */
function addMoved(source: usize, count: i32, record: usize, points: i32, chance: f64): void {
  let numbers: usize = load<u32>(record);
  let from = points - load<i32>(record, 4);
  if (numbers === 0 || from < 0 || from + count + 4 > i32(load<u32>(record, 8) << 6)) {
    numbers = widen(record, points, count);
    from = points - load<i32>(record, 4);
  }
  store<u16>(record, min<i32>(load<u16>(record, 12), from), 12);
  store<u16>(record, max<i32>(load<u16>(record, 14), from + count), 14);
  const weight = f64x2.splat(chance);
  const end = source + 8 * count;
  for (let to = numbers + 8 + 8 * from; source < end; to += FOUR) {
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(v128.load(source), weight)));
    v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(v128.load(source, 16), weight)), 16);
    source += FOUR;
  }
}

function free(record: usize): void {
  const numbers: usize = load<u32>(record);
  const from: usize = load<u16>(record, 12);
  memory.fill(numbers, 0, 8);
  memory.fill(numbers + 8 + 8 * from, 0, 8 * (load<u16>(record, 14) - from));
  const chain = freed + 4 * load<u32>(record, 8);
  store<u32>(numbers, load<u32>(chain));
  store<u32>(chain, u32(numbers));
  store<u32>(record, 0);
}

function sumOf(record: usize): f64 {
  let sum = 0.0;
  const numbers: usize = load<u32>(record) + 8;
  const end = numbers + 8 * load<u16>(record, 14);
  for (let one = numbers + 8 * load<u16>(record, 12); one < end; one += 8) sum += load<f64>(one);
  return sum;
}

function add(to: usize, number: f64): void {
  store<f64>(to, load<f64>(to) + number);
}

/**
 * Finds the worth of every outcome of an open box: its points, and those to come from the position after it; and, if
 * squares stand at a distance behind the values, the mean squares.
 */
function scoreOutcomes(open: u32, place: u32, pays: u32, distance: usize): void {
  for (let box: u32 = 0; box < BOXES; box++) {
    if (!isIn(open, box)) continue;
    const rest = open ^ (1 << box);
    const run = values + 8 * load<u32>(starts + 4 * rest);
    const length: u32 = load<u8>(lengths + (rest & UPPER));
    const end: u32 = load<u8>(outcomeStarts + box, 1);
    for (let outcome: u32 = load<u8>(outcomeStarts + box); outcome < end; outcome++) {
      const points: u32 = load<u8>(outcomePoints + outcome);
      const paysAfter = box === YAHTZEE ? min(points, 1) : pays;
      const after = run + 8 * paysAfter * length;
      if (box < UPPER_BOXES) {
        for (let lane: u32 = 0; lane < 4; lane++) {
          const to = outcomes + FOUR * outcome + 8 * lane;
          const total: u32 = load<u8>(totals + 64 * (open & UPPER) + place + lane);
          const totalAfter = min(total + points, MOST_UPPER);
          const bonus = load<f64>(upperBonus + 8 * totalAfter) - load<f64>(upperBonus + 8 * total);
          const next = after + 8 * load<u8>(classes + 64 * (rest & UPPER) + totalAfter);
          const gain = points + bonus;
          const value = gain + load<f64>(next);
          store<f64>(to, value);
          if (distance > 0) store<f64>(to + SQUARE, gain * (2 * value - gain) + load<f64>(next + distance));
        }
        continue;
      }
      const gain = f64x2.splat(points);
      for (let half: usize = 0; half < FOUR; half += 16) {
        const to = outcomes + FOUR * outcome + half;
        const next = after + 8 * place + half;
        const value = f64x2.add(gain, v128.load(next));
        v128.store(to, value);
        if (distance > 0) {
          const more = f64x2.mul(gain, f64x2.sub(f64x2.add(value, value), gain));
          v128.store(to + SQUARE, f64x2.add(more, v128.load(next + distance)));
        }
      }
    }
  }
}

/** A roll is worth its best outcome. Zeros of all open boxes count for every roll: points are never worse than none. */
function scoreRolls(): void {
  const none = f64x2.splat(0);
  storeBest(worth, SCRATCH_ROW, none, none);
  const low = v128.load(worth);
  const high = v128.load(worth, 16);
  for (let row: usize = 0; row < PLAIN_ROLLS; row++) {
    storeBest(worth + load<u16>(plainRolls + 2 * row), row, low, high);
  }
}

function scoreYahtzees(open: u32, pays: u32): void {
  const none = f64x2.splat(0);
  const bonus = f64x2.splat(f64(pays) * load<f64>(yahtzeeBonus));
  for (let face: u32 = 0; face < FACES; face++) {
    const roll = worth + load<u16>(yahtzeeRolls + 2 * face);
    storeBest(roll, PLAIN_ROLLS + yahtzeeCase(open, face) * FACES + face, none, none);
    v128.store(roll, f64x2.add(v128.load(roll), bonus));
    v128.store(roll, f64x2.add(v128.load(roll, 16), bonus), 16);
  }
}

/** Stores the best outcomes of a row, at least `low` and `high`. Outcomes for boxes that are not open are 0. */
function storeBest(to: usize, row: usize, low: v128, high: v128): void {
  const end = rows + 2 * load<u16>(rowStarts + 2 * row, 2);
  for (let one = rows + 2 * load<u16>(rowStarts + 2 * row); one < end; one += 2) {
    const outcome = outcomes + load<u16>(one);
    low = f64x2.pmax(low, v128.load(outcome));
    high = f64x2.pmax(high, v128.load(outcome, 16));
  }
  v128.store(to, low);
  v128.store(to, high, 16);
}

/** Gives each keep the mean of its extensions; at a distance of `SQUARE`, of their mean squares. */
function averageKeeps(distance: usize): void {
  const sixth = f64x2.splat(1.0 / 6.0);
  const numbers = worth + distance;
  let row = extensions + FIRST_ROLL * ROW;
  for (let keep = FIRST_ROLL_WORTH + distance; keep > numbers; ) {
    keep -= FOUR;
    row -= ROW;
    let low = v128.load(numbers + load<u16>(row));
    let high = v128.load(numbers + load<u16>(row), 16);
    for (let one = row + 2; one < row + ROW; one += 2) {
      low = f64x2.add(low, v128.load(numbers + load<u16>(one)));
      high = f64x2.add(high, v128.load(numbers + load<u16>(one), 16));
    }
    v128.store(keep, f64x2.mul(low, sixth));
    v128.store(keep, f64x2.mul(high, sixth), 16);
  }
}

/** Gives each keep the worth of the best keep within it: itself, or the best without one of its dice. */
function chooseKeeps(): void {
  let row = reductions;
  for (let faceCount = faceCounts; faceCount < faceCounts + KEEPS - 1; faceCount++) {
    const keep = worth + load<u16>(row);
    const last = row + 2 * load<u8>(faceCount);
    let low = v128.load(keep);
    let high = v128.load(keep, 16);
    for (let one = row + 2; one <= last; one += 2) {
      low = f64x2.pmax(low, v128.load(worth + load<u16>(one)));
      high = f64x2.pmax(high, v128.load(worth + load<u16>(one), 16));
    }
    v128.store(keep, low);
    v128.store(keep, high, 16);
    row += ROW;
  }
}

function storeMeans(to: usize, distance: usize): void {
  let low = f64x2.splat(0);
  let high = low;
  let chance = rollChances;
  for (let roll = FIRST_ROLL_WORTH + distance; roll < WORTH_END + distance; roll += FOUR) {
    const share = v128.load64_splat(chance);
    low = f64x2.add(low, f64x2.mul(v128.load(roll), share));
    high = f64x2.add(high, f64x2.mul(v128.load(roll, 16), share));
    chance += 8;
  }
  v128.store(to, low);
  v128.store(to, high, 16);
}

/** The number of the case in `YAHTZEE_CASES`. */
function yahtzeeCase(open: u32, face: u32): u32 {
  if (isIn(open, YAHTZEE)) return 0;
  if (isIn(open, face)) return 1;
  return open > UPPER ? 2 : 3;
}

function isIn(open: u32, box: u32): bool {
  return (open & (1 << box)) !== 0;
}
