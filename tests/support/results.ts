/* Folders of results, as a run would leave them. */
import {createResults, type Machine, type ResultsFolder} from '../../src/marking/results/folder.js';
import type {Report} from './marks.js';

export const MACHINE: Machine = {
  sandbox: true,
  sandboxOff: null,
  folders: ['/home/t/goldens'],
  surroundings: ['/home/t'],
};

/** Makes the folder of a run that gave these marks. */
export function writeResults(path: string, {run, sandbox, complete, submissions}: Report): ResultsFolder {
  const targets = submissions.map(({target}) => target);
  const results = createResults(path, {...run, fivedice: '1', submissions: targets, cases: []}, false);
  for (const marks of submissions) results.write(marks, 'digest', complete, {...MACHINE, sandbox});
  return results;
}
