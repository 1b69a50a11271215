/* What `advise`, `review` and `odds` share. */
import type {Flag, ParsedFlags} from '../../command-line/flags.js';
import {RULE_SETS, type RuleSet} from '../../rules/rule-sets.js';

export const RULES_FLAG: Flag = {
  name: 'rules',
  takes: 'RULES',
  help: `one of ${RULE_SETS.join(', ')} (official)`,
};

export const JSON_FLAG: Flag = {
  name: 'json',
  help: 'print JSON for scripts, with numbers that are not rounded',
};

export const TARGET_FLAG: Flag = {
  name: 'target',
  takes: 'N',
  help: `also the best chance to reach a final score of N, when all that follows is played for it. With many open boxes
    this takes long: on a terminal a bar shows how far it is`,
};

export const ROLLS_LEFT = [0, 1, 2] as const;

/** What stands for a card with nothing in it. */
export const EMPTY = 'empty';

export function rulesOf(given: ParsedFlags): RuleSet {
  return given.choice('rules', RULE_SETS) ?? 'official';
}

/** Rows as lines, in columns of one width; the last `numbers` columns to the right. */
export function tableLines(rows: readonly (readonly string[])[], numbers: number): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({length: columns}, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at < columns - numbers ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** `43.20%`. */
export function inPercent(chance: number): string {
  return `${(100 * chance).toFixed(2)}%`;
}
