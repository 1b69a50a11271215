/* What the server answers, as plain data: `server.ts` alone writes it to a socket. */

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the status allows none. */
  readonly body: string | Uint8Array | null;
}

/**
 * The page runs and shows only files of its own: no script or style in its text, nobody else's, in nobody's frame. Beside
 * scripts only WebAssembly is allowed, in which the solver is fastest; it can do no more than they.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  ...['style', 'img', 'font', 'connect', 'manifest', 'worker'].map((kind) => `${kind}-src 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((what) => `${what} 'none'`),
].join('; ');

/** What goes with every answer. */
export const ALWAYS: Reply['headers'] = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A value as a line of JSON, never kept by a browser. */
export function json(status: number, value: unknown, headers: Reply['headers'] = {}): Reply {
  return {
    status,
    headers: {'content-type': 'application/json', 'cache-control': 'no-store', ...headers},
    body: `${JSON.stringify(value)}\n`,
  };
}

/** Why nothing was done. */
export function refusal(status: number, reason: string, headers: Reply['headers'] = {}): Reply {
  return json(status, {reason}, headers);
}
