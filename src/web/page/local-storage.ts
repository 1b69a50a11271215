/* Texts in the browser's storage, which may refuse them. Small: `first.ts` needs it before the page is painted. */

/** Key of the game on the table. */
export const GAME = 'fivedice.game';

/** Texts that the browser refuses to store: kept until the page is closed. */
const unkept = new Map<string, string>();

/** Returns the text under a key; null if there is none. */
export function read(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, or removes it if it is null. Returns false if the browser refuses. */
export function write(key: string, text: string | null): boolean {
  unkept.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    if (text !== null) unkept.set(key, text);
    return false;
  }
}
