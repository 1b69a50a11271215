/* Requests to `fivedice serve` as their bytes, so that they may be wrong in any way, and its answers. */
import type {Socket} from 'node:net';

type Headers = Readonly<Record<string, string | null>>;

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  /** Instead of the usual ones, or besides them; none of this name if it is null. */
  readonly headers?: Headers;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function get(path: string, headers: Headers = {}): Asked {
  return {method: 'GET', path, headers};
}

/** Headers of a body in chunks, and such a body. */
export const CHUNKED = {'Content-Length': null, 'Transfer-Encoding': 'chunked'} as const;

export function inChunks(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

/** What a browser says of who asks, how, and for what. */
export function fetchedFrom(site: string, mode: string, to: string): Headers {
  return {'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': to};
}

/** A request as its bytes: a post of scores, unless it is said otherwise. */
export function requestText(
  port: number,
  {method = 'POST', path = '/scores', headers = {}, body = ''}: Asked,
): string {
  const all: Headers = {
    Host: `127.0.0.1:${port}`,
    ...(method === 'POST' ? {'Content-Type': 'application/json'} : {}),
    ...(body === '' ? {} : {'Content-Length': `${Buffer.byteLength(body)}`}),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

/** Sends a request, and waits until its answer is whole; then the connection is closed. */
export async function answerOn(socket: Socket, request: string | Uint8Array): Promise<Answered> {
  socket.write(request);
  let text = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      text += chunk;
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const headers = Object.fromEntries(
        [...head.matchAll(/^([\w-]+): (.*?)\r?$/gm)].map(([, name = '', value = '']) => [
          name.toLowerCase(),
          value,
        ]),
      );
      const body = rest.join('\r\n\r\n');
      const isHead = Buffer.from(request).toString().startsWith('HEAD ');
      const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
      if (rest.length > 0 && Buffer.byteLength(body) >= length)
        return {status: Number(text.split(' ')[1]), headers, body};
    }
  } finally {
    socket.destroy();
  }
  throw new Error(`the connection ended after ${JSON.stringify(text)}`);
}
