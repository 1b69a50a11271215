/*
 * The window that plays: one at a time, because all windows of a browser keep one game. A Web Lock says which. A page
 * that came by plain http has no locks: there the storage names the owner, who checks the name before each save. A
 * killed browser leaves its name behind, and "Play here" replaces it.
 */
import {keepOwner, keptOwner} from './local-storage.js';

const LOCK = 'fivedice.game';

/** Milliseconds after which two windows that name themselves at once see the same name. */
const SETTLED = 50;

const locks: LockManager | undefined = navigator.locks;
const token = `${Math.random()}`;

/** Leaves the game to other windows; null unless this one plays. */
let release: (() => void) | null = null;
/** The pending request. */
let asking: Promise<boolean> | null = null;

/** Takes the game for this window; with `isTakeover`, even from another. Returns false if another window plays. */
export async function own(lost: () => void, isTakeover = false): Promise<boolean> {
  if (isMine()) return true;
  asking ??= locks === undefined ? ownByName(lost, isTakeover) : ownByLock(locks, lost, isTakeover);
  return asking.finally(() => {
    asking = null;
  });
}

export function isMine(): boolean {
  return release !== null && (locks !== undefined || (keptOwner() ?? token) === token);
}

/** Tests if another window plays; false until that is known. */
export function isLost(): boolean {
  return asking === null && !isMine();
}

export function disown(): void {
  release?.();
  release = null;
}

function ownByLock(locks: LockManager, lost: () => void, isTakeover: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      if (lock === null) return undefined;
      return new Promise((done) => {
        release = done;
      });
    };
    locks.request(LOCK, isTakeover ? {steal: true} : {ifAvailable: true}, hold).catch(() => {
      // Another window took the lock, or this browser grants none.
      if (release !== null) lost();
      release = release === null ? () => {} : null;
      resolve(release !== null);
    });
  });
}

async function ownByName(lost: () => void, isTakeover: boolean): Promise<boolean> {
  if (!isTakeover && (keptOwner() ?? token) !== token) return false;
  keepOwner(token);
  await new Promise((done) => setTimeout(done, SETTLED));
  if (keptOwner() !== token) return false;
  const see = ({key}: StorageEvent): void => {
    if (key === null || keptOwner() === token) return;
    disown();
    lost();
  };
  release = () => {
    removeEventListener('storage', see);
    removeEventListener('pagehide', disown);
    if (keptOwner() === token) keepOwner(null);
  };
  addEventListener('storage', see);
  addEventListener('pagehide', disown);
  return true;
}
