/* What the server answers, as plain data: `server.ts` alone writes it to a socket. */

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the status allows none. */
  readonly body: string | Uint8Array | null;
}

/**
 * The page runs and shows only files of its own, and what the build has put into its text: nobody else's script or style,
 * in nobody's frame. Beside scripts only WebAssembly is allowed, in which the solver is fastest; it can do no more than
 * they.
 *
 * @param inlined the digests of the scripts and styles in the text of the page, as a policy names them
 */
export function policyOf(inlined: Inlined = {script: [], style: []}): string {
  const only = (kind: string, sources: readonly string[] = []): string =>
    [`${kind}-src 'self'`, ...sources].join(' ');
  return [
    "default-src 'none'",
    only('script', ["'wasm-unsafe-eval'", ...inlined.script]),
    only('style', inlined.style),
    // The page begins with an empty icon, which asks for nothing.
    only('img', ['data:']),
    ...['font', 'connect', 'manifest', 'worker'].map((kind) => only(kind)),
    ...['base-uri', 'form-action', 'frame-ancestors'].map((what) => `${what} 'none'`),
  ].join('; ');
}

interface Inlined {
  readonly script: readonly string[];
  readonly style: readonly string[];
}

/** What goes with every answer. */
export const ALWAYS: Reply['headers'] = {
  'content-security-policy': policyOf(),
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
