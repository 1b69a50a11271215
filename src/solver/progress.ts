/* How far a long computation is. */

export interface Progress {
  /** Of the questions, or sets of boxes, those that are solved. */
  readonly done: number;
  readonly questions: number;
}
