import type { TestUser } from './users.ts';

/** What a client sees of one call to a server process; status 0: no answer came. */
export interface RemoteAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
  readonly retryAfter: string | null;
  /** Until the whole answer was there. */
  readonly milliseconds: number;
  /** Why no answer came. */
  readonly failure?: string;
}

export interface RemoteCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
}

/** Calls a server process over the loopback as a user. Never throws; waits 10 s at most. */
export async function callServer(
  baseURL: string,
  who: Pick<TestUser, 'cookie'>,
  { method, path, body, key }: RemoteCall,
): Promise<RemoteAnswer> {
  const began = performance.now();
  const took = () => performance.now() - began;
  try {
    const response = await fetch(`${baseURL}${path}`, {
      method,
      signal: AbortSignal.timeout(10_000),
      headers: {
        cookie: who.cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      body: json ? JSON.parse(text) : text,
      retryAfter,
      milliseconds: took(),
    };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    const failure = cause?.code ?? String(error);
    return { status: 0, body: undefined, retryAfter: null, milliseconds: took(), failure };
  }
}
