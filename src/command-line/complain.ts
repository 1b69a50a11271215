/** Prints a message on standard error. */
export function complain(message: string): void {
  process.stderr.write(`fivedice: ${message}\n`);
}
