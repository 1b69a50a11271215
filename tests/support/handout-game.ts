/* The game of Eric and Julie in the CS106A handout and its figures. */
import type {Box} from './reference-card.js';

/** A first roll, then the numbers of the rerolled dice with their new faces; the box, and the message. */
export type Turn = readonly [rolls: string, box: Box, says: string];

/** Rolls missing in the handout are made up from the points in figures 8 and 9. */
// biome-ignore format: a table
export const ROUNDS: readonly (readonly [eric: Turn, julie: Turn])[] = [
  [['53545 24=12 24=36', 'three-of-a-kind', 'Eric scores 24 in Three of a Kind.'], ['22361 45=24 5=3', 'full-house', 'Julie scores 25 in Full House.']],
  [
    // "He simply clicks the Roll again button without selecting any more dice."
    ['35541 2=2 =', 'large-straight', 'Eric scores 40 in Large Straight.'],
    ['36313 24=34 4=1', 'threes', 'Julie scores 12 in Threes.'],
  ],
  [['44262 4=2', 'full-house', 'Eric scores 25 in Full House.'], ['12346', 'small-straight', 'Julie scores 30 in Small Straight.']],
  [['34661 45=53', 'small-straight', 'Eric scores 30 in Small Straight.'], ['44142 35=46 5=4', 'yahtzee', 'Julie scores 50 in Yahtzee.']],
  [['11651 34=24 34=63', 'ones', 'Eric scores 3 in Ones.'], ['42416 245=435', 'fours', 'Julie scores 12 in Fours.']],
  [['33126 345=351 45=24', 'threes', 'Eric scores 9 in Threes.'], ['22526 35=21', 'twos', 'Julie scores 8 in Twos.']],
  [['12256 12345=44642 35=13', 'fours', 'Eric scores 12 in Fours.'], ['56515 24=23 24=41', 'fives', 'Julie scores 15 in Fives.']],
  [['55235', 'fives', 'Eric scores 15 in Fives.'], ['66154 3=6', 'three-of-a-kind', 'Julie scores 27 in Three of a Kind.']],
  [['61623 245=435 245=124', 'sixes', 'Eric scores 12 in Sixes.'], ['64311 45=23', 'chance', 'Julie scores 18 in Chance.']],
  [['66241 3=5', 'chance', 'Eric scores 22 in Chance.'], ['13156 245=246 245=355', 'ones', 'Julie scores 2 in Ones.']],
  [['65313 2345=4315 =', 'twos', 'Eric scores 0 in Twos.'], ['55152 5=5', 'four-of-a-kind', 'Julie scores 21 in Four of a Kind.']],
  [['66213 345=645 45=12', 'four-of-a-kind', 'Eric scores 0 in Four of a Kind.'], ['23455 5=4 5=3', 'large-straight', 'Julie scores 0 in Large Straight.']],
  [['13422 123=563 123=246', 'yahtzee', 'Eric scores 0 in Yahtzee.'], ['26133 1345=6142 345=651', 'sixes', 'Julie scores 18 in Sixes.']],
];
