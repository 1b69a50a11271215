/* The reports, by the names that `--report` accepts. */
export const REPORT_NAMES = [
  'human',
  'junit',
  'json',
  'gradescope',
  'github',
  'mrk',
  'csv',
  'classroom50',
  'html',
] as const;
export type ReportName = (typeof REPORT_NAMES)[number];
