import { randomUUID } from 'node:crypto';
import type { TestUser } from './users.ts';

/** The result of a call to a server process; status 0: no response. */
export interface RemoteResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
  readonly retryAfter: string | null;
  /** The time until the complete response had arrived. */
  readonly milliseconds: number;
  /** The reason of a missing response. */
  readonly failure?: string;
}

export interface RemoteCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  /** A new one when absent. */
  readonly key?: string;
}

/** Calls a server process over loopback as a user. Never throws; times out after 10 s. */
export async function callServer(
  baseURL: string,
  user: Pick<TestUser, 'cookie'>,
  { method, path, body, key = randomUUID() }: RemoteCall,
): Promise<RemoteResponse> {
  const began = performance.now();
  const took = () => performance.now() - began;
  try {
    const response = await fetch(`${baseURL}${path}`, {
      method,
      signal: AbortSignal.timeout(10_000),
      headers: {
        cookie: user.cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': key }),
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
