import { contract } from '@almas/contract';
import { addressOf, firstCalls, type PageData, pageDataId } from '@almas/contract/first-calls';
import type { Output } from '@almas/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionCookie } from './session-cookie.ts';
import { type PageReader, shownScreen } from './shown-screen.ts';
import { withTimeout } from './with-timeout.ts';

/** A page never waits longer for its data: without it the screen makes the calls itself. */
const patienceMilliseconds = 1_000;
/** An answer above this would delay the files that the screen needs to show it. */
const largestAnswer = 40_000;

/** What a page brings along: the answers, and the script element that holds them. */
export interface PageContent {
  readonly data: PageData;
  readonly element: string;
}

/** Whose page it is, as far as the server knows, and what it brings along. */
export interface ReadPage {
  /** Undefined: nothing said it in time. */
  readonly reader: PageReader | undefined;
  /** For an active account that opens the page. */
  readonly content?: PageContent;
}

/** @param path of the route table; undefined: the address of no page */
export type PageDataReader = (request: FastifyRequest, path: string | undefined) => Promise<ReadPage>;

/**
 * The answers that the screen of a page first asks for, also as a script element: a browser on a slow network then
 * shows the screen without another round trip. They come from the routes of the API themselves, asked with the
 * request's own cookie and address: nothing here decides who may read what.
 */
export function pageData(server: FastifyInstance, cookie: SessionCookie): PageDataReader {
  async function ask(request: FastifyRequest, url: string): Promise<string | undefined> {
    const names = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const;
    const headers = Object.fromEntries(
      names.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
    );
    const remoteAddress = request.socket.remoteAddress ?? '';
    const { statusCode, payload } = await server.inject({ method: 'GET', url, headers, remoteAddress });
    return statusCode === 200 && payload.length <= largestAnswer ? payload : undefined;
  }

  async function collect(request: FastifyRequest, path: string | undefined): Promise<ReadPage> {
    const session = await ask(request, contract.accounts.session.path);
    if (session === undefined) return { reader: undefined };
    const { user } = JSON.parse(session) as Output<typeof contract.accounts.session>;
    if (user?.status !== 'active') return { reader: user };
    const calls = user.role === 'reseller' ? (firstCalls[shownScreen(path, user)] ?? []) : [];
    const answers = await Promise.all(
      calls.map(async (call) => {
        const answer = await ask(request, addressOf(call, contract));
        return answer === undefined ? [] : [`{${JSON.stringify(call).slice(1, -1)},"answer":${answer}}`];
      }),
    );
    const data = `{"now":${Date.now()},"session":${session},"answers":[${answers.flat().join(',')}]}`;
    return { reader: user, content: { data: JSON.parse(data), element: scriptElement(data) } };
  }

  return async (request, path) => {
    if (cookie.read(request) === undefined) return { reader: followsLink(request) ? undefined : null };
    if (!isNavigation(request)) return { reader: undefined };
    try {
      return await withTimeout(collect(request, path), patienceMilliseconds);
    } catch {
      // The calls of the screen meet the same difficulty and say so.
      return { reader: undefined };
    }
  };
}

/** A page that is opened, not one that a script or an element reads. Old browsers do not say. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document';

/** From another site: the browser keeps the cookie back (SameSite=Strict), and the application finds the session. */
const followsLink = ({ headers }: FastifyRequest): boolean =>
  /^(cross|same)-site$/.test(String(headers['sec-fetch-site'] ?? ''));

/** In JSON "<" stands in strings only: escaped, no text can end the element or begin a comment. */
const scriptElement = (json: string): string =>
  `<script type="application/json" id="${pageDataId}">${json.replaceAll('<', '\\u003c')}</script>`;
