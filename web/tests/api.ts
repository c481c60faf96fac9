import routes from 'virtual:api-routes';
import administratorsRoutes from 'virtual:api-routes/administrators';
import laterRoutes from 'virtual:api-routes/later';
import type { AlmasContract } from '@almas/contract';
import type { ErrorCode } from '@almas/contract/errors';
import type { Output, Route } from '@almas/contract/route';
import { expect, onTestFinished, vi } from 'vitest';
import { serverTime } from './clock.ts';

type Calls = {
  readonly [G in keyof AlmasContract & string]: {
    readonly [N in keyof AlmasContract[G] & string as `${G}.${N}`]: Extract<AlmasContract[G][N], Route>;
  };
}[keyof AlmasContract & string];
type Merged<T> = (T extends unknown ? (call: T) => void : never) extends (call: infer All) => void
  ? All
  : never;
type AllCalls = Merged<Calls>;
export type CallName = keyof AllCalls & string;

/** A call as the screen sent it. */
export interface Sent {
  readonly name: CallName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its screen sends
  readonly body: any;
  readonly key: string | null;
}

/** An answer with its status and its headers. */
class Whole {
  readonly response: () => Response;
  constructor(response: () => Response) {
    this.response = response;
  }
}

/** The refusal of a call by the server; `more` are its figures. */
export const refusal = (status: number, code: ErrorCode, message = '', more: object = {}): Whole =>
  new Whole(() => Response.json({ code, message, ...more }, { status }));

/** No response arrives. */
export const lost = new Whole(() => {
  throw new TypeError('Failed to fetch');
});

export type Answered<Name extends CallName> = Output<AllCalls[Name]> | Whole;
/** What the API answers to each call of a test: always the same, or by what was sent. */
export type Answers = {
  readonly [Name in CallName]?: Answered<Name> | ((sent: Sent) => Answered<Name> | Promise<Answered<Name>>);
};

interface Line {
  readonly name: CallName;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

const lines: readonly Line[] = [routes, administratorsRoutes, laterRoutes]
  .flatMap((table) => Object.entries(table))
  .flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, [method, path]]) => ({
      name: `${group}.${name}` as CallName,
      method,
      pattern: new RegExp(`^/api${path.replace(/:\w+/g, '([^/]+)')}$`),
      names: [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter),
    })),
  )
  // A fixed path before one with a parameter at its place.
  .sort((one, other) => one.names.length - other.names.length);

function parse(url: URL, init: RequestInit | undefined): Sent | undefined {
  const method = init?.method ?? 'GET';
  for (const { name, names, pattern, method: expected } of lines) {
    const found = method === expected && pattern.exec(url.pathname);
    if (!found) continue;
    const values = found.slice(1).map(decodeURIComponent);
    const { body } = init ?? {};
    return {
      name,
      params: Object.fromEntries(names.map((parameter, index) => [parameter, values[index] ?? ''])),
      query: Object.fromEntries(url.searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : body,
      key: new Headers(init?.headers).get('idempotency-key'),
    };
  }
  return undefined;
}

export interface FakeApi {
  /** Changes answers from now on. */
  answer(answers: Answers): void;
  /** The calls of this name so far, in order. */
  sent(name: CallName): readonly Sent[];
}

/** Answers the calls of a test's screen with fixed answers. A call without one fails the test. */
export function fakeApi(given: Answers): FakeApi {
  let answers = given;
  const calls: Sent[] = [];
  const unanswered: string[] = [];
  async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    const sent = parse(url, init);
    const answer = sent && answers[sent.name];
    if (!sent || answer === undefined) {
      unanswered.push(`${init?.method ?? 'GET'} ${url.pathname}${url.search}`);
      return Response.json({ code: 'NOT_FOUND', message: '' }, { status: 404 });
    }
    calls.push(sent);
    const result: unknown = await (typeof answer === 'function' ? answer(sent) : answer);
    if (result instanceof Whole) return result.response();
    if (result === undefined || result === null) return new Response(null, { status: 204 });
    return typeof result === 'string' ? new Response(result) : Response.json(result);
  }
  /** The browser's request for what is sent with its progress: all of it, once the answer is there. */
  class Upload {
    readonly upload: { onload?: () => void } = {};
    status = 0;
    responseText = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    readonly #headers: Record<string, string> = {};
    #call: readonly [method: string, path: string] = ['', ''];
    #isAborted = false;
    open(method: string, path: string) {
      this.#call = [method, path];
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value;
    }
    abort() {
      this.#isAborted = true;
      this.onabort?.();
    }
    async send(body: string | Blob) {
      const [method, path] = this.#call;
      const response = await respond(path, { method, headers: this.#headers, body }).catch(() => null);
      if (this.#isAborted) return;
      this.upload.onload?.();
      if (!response) return this.onerror?.();
      this.status = response.status;
      this.responseText = await response.text();
      this.onload?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  const fetching = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const response = await respond(input, init);
    // As the browser does for a call that was cancelled.
    init?.signal?.throwIfAborted();
    response.headers.set('date', new Date(serverTime()).toUTCString());
    return response;
  });
  onTestFinished(() => {
    fetching.mockRestore();
    vi.unstubAllGlobals();
    expect(unanswered, 'calls without an answer').toEqual([]);
  });
  return {
    answer: (more) => {
      answers = { ...answers, ...more };
    },
    sent: (name) => calls.filter((call) => call.name === name),
  };
}
