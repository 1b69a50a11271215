/* Every question of the dialogue, and what an answer to it may do. */
import * as assert from 'uvu/assert';
import type {Game} from '../../src/game/game.js';
import {sceneOf} from '../../src/table/scene.js';
import {type Dialogue, step} from '../../src/terminal/dialogue/dialogue.js';
import {boxesIn} from '../../src/terminal/dialogue/speech.js';
import {dialogueAfter, type Seats} from './play.js';

const ASK = {
  roll: "Eric's turn. Press Enter to roll the dice.",
  typedRoll: "Eric's turn. Type the five dice, such as 3 3 5 6 1.",
  reroll: 'Select the dice you wish to re-roll by place: 2 4. Enter keeps all; ? for help.',
  category: 'Select a category for this roll. Type its name; ? for help.',
  columns: 'Select a category for this roll. Type name and column: chance 2; ? for help.',
} as const;

interface Place {
  readonly seats: Seats;
  readonly lines: readonly string[];
  readonly question: string;
}

const ROUND = ['1 1 1 2 2', 'score', '1', '3 4 5 6 6', 'chance'];
const SEEDED = ['', '', '1', '', 'chance'];
/** Every question. Eric and Julie have played a round before each, so that all commands mean something. */
// biome-ignore format: a table
export const PLACES = {
  roll: {seats: {dice: {seed: 1}}, lines: SEEDED, question: ASK.roll},
  'typed roll': {seats: {}, lines: ROUND, question: ASK.typedRoll},
  reroll: {seats: {}, lines: [...ROUND, '3 3 3 4 4'], question: ASK.reroll},
  'seeded reroll': {seats: {dice: {seed: 1}}, lines: [...SEEDED, '', '1'], question: ASK.reroll},
  'second reroll': {seats: {}, lines: [...ROUND, '3 3 3 4 4', 'keep all'], question: ASK.reroll},
  faces: {seats: {}, lines: [...ROUND, '3 3 3 4 4', '2 4'], question: 'Type the new values of dice 2 and 4.'},
  'one face': {seats: {}, lines: [...ROUND, '3 3 3 4 4', '5'], question: 'Type the new value of die 5.'},
  category: {seats: {}, lines: [...ROUND, '3 3 3 4 4', ''], question: ASK.category},
  'category after three rolls': {seats: {}, lines: [...ROUND, '3 3 3 4 4', 'keep all', 'keep all'], question: ASK.category},
  'category of columns': {seats: {columns: 3}, lines: ['1 1 1 2 2', 'score', '1 1', '3 4 5 6 6', 'chance 1', '3 3 3 4 4', 'score'], question: ASK.columns},
} as const satisfies Readonly<Record<string, Place>>;
export type PlaceName = keyof typeof PLACES;

const dialogues = new Map<PlaceName, Dialogue>();
/** Returns the same dialogue each time: tests compare games by identity. */
export function at(name: PlaceName): Dialogue {
  const {seats, lines} = PLACES[name];
  const dialogue = dialogues.get(name) ?? dialogueAfter(seats, ...lines);
  dialogues.set(name, dialogue);
  return dialogue;
}
export const gameOf = (dialogue: Dialogue): Game => dialogue.table.played.game;
/** Fails without printing two whole games. */
export function sameGame(dialogue: Dialogue, before: Dialogue): void {
  assert.ok(gameOf(dialogue) === gameOf(before), 'the game is another one');
}
export const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns the line about the roll above a repeated question. */
export function reminderAt(name: PlaceName): string {
  const {rolled} = sceneOf(at(name).table);
  return rolled === null ? '' : `${rolled}\n`;
}

/** Fails unless an answer gets a reason, the roll, the open boxes if asked for one, and the same question; nothing changes. */
export function refuses(name: PlaceName, line: string, reason: RegExp): void {
  const before = at(name);
  const frozen = JSON.stringify(before);
  const {dialogue, output} = step(before, line);
  const ends = ['', boxesIn(sceneOf(before.table))].map(
    (boxes) => `\n${reminderAt(name)}${boxes}${PLACES[name].question}\n> `,
  );
  const end = ends.find((one) => output.endsWith(one)) ?? '';
  assert.ok(output.startsWith('\n') && end !== '', output);
  const refusal = output.slice(1, -end.length);
  assert.match(refusal, reason);
  assert.not.match(refusal.replaceAll('\n', ''), OBEYED);
  const lines = refusal.split('\n');
  assert.ok(lines.length <= 4 && lines.every((one) => one.length <= 80), refusal);
  sameGame(dialogue, before);
  assert.is(JSON.stringify(dialogue), frozen);
}
