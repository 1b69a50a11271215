/* What axe finds on a page that some people could not read or reach. */
import axe from 'axe-core';
import type {Page} from 'playwright-core';

export async function violationsOn(page: Page): Promise<string[]> {
  // A page whose policy allows no other script takes it through the debugger.
  await page.evaluate(axe.source);
  const {violations} = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.flatMap(({id, nodes}) =>
    nodes.map(({html, failureSummary}) => `${id}: ${html}: ${failureSummary}`),
  );
}
