import axe from 'axe-core';
import type {Page} from 'playwright-core';

export async function violationsOn(page: Page): Promise<string[]> {
  // Through the debugger: the page's policy allows no other script.
  if (await page.evaluate("!('axe' in window)")) await page.evaluate(axe.source);
  const {violations} = await page.evaluate<axe.AxeResults>("axe.run({resultTypes: ['violations']})");
  return violations.flatMap(({id, nodes}) =>
    nodes.map(({html, failureSummary}) => `${id}: ${html}: ${failureSummary}`),
  );
}
