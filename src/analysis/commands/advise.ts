/* Entry point of `fivedice advise`. */
import {runCommand} from '../../command-line/command.js';
import type {Command, Flag} from '../../command-line/flags.js';
import {MAX_PLAYERS} from '../../game/players.js';
import {print} from './advising.js';
import {EMPTY, JSON_FLAG, RULES_FLAG, TARGET_FLAG} from './shared.js';

const WIN_FLAGS: readonly Flag[] = [
  {
    name: 'opponent',
    takes: 'CARD',
    many: true,
    help: `also the best chance to win against a player with this card, as in --card, or ${EMPTY}, with as many
      open boxes as yours, or one less if the opponent had the turn before; up to ${MAX_PLAYERS - 1} times. A first place that is shared by k counts as 1/k`,
  },
  {
    name: 'opponent-bonuses',
    takes: 'N',
    many: true,
    help: 'how many Yahtzee bonuses the opponent before it has (0)',
  },
];

export const COMMAND: Command = {
  name: 'advise',
  usage: '',
  about: `Ranks everything that can be done with a roll, by the final score that can be expected after it when all that
    follows is played best. The numbers are exact, for one player with one column.`,
  flags: [
    {name: 'dice', takes: 'D,D,D,D,D', help: 'the five dice, as in 1,1,6,6,6'},
    {name: 'rolls', takes: 'N', help: 'how many rolls are still to come: 0, 1 or 2'},
    {
      name: 'card',
      takes: 'BOX=POINTS,…',
      help: 'the boxes that are filled, as in ones=3,full-house=25,yahtzee=50; if not given, none is',
    },
    {name: 'yahtzee-bonuses', takes: 'N', help: 'how many Yahtzee bonuses the card has (0)'},
    {name: 'why', help: 'also in which boxes the turn may end after the best keeps, and how probably'},
    TARGET_FLAG,
    ...WIN_FLAGS,
    RULES_FLAG,
    JSON_FLAG,
  ],
  exitStatus: '0 advised; 2 the command line was wrong; 3 the output failed.',
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, print);
}
