import { contract } from '@almas/contract';
import { addressOf, firstCalls } from '@almas/contract/first-calls';
import { type PageData, pageDataId } from '@almas/contract/page-data';
import type { Output } from '@almas/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionCookie } from './session-cookie.ts';
import type { PageReader } from './shown-screen.ts';
import { withTimeout } from './with-timeout.ts';

/** Time limit of the page's data: without it the screen makes the calls itself. */
const timeoutMilliseconds = 1_000;
/** Limit of one response, in characters: a larger one would delay the files that the screen needs to show it. */
const largestResponse = 40_000;

/** The data that comes with a page: the responses, and the script element that contains them. */
export interface PageContent {
  readonly data: PageData;
  readonly element: string;
}

/** The account that opens a page, as far as known, and the data for the page. */
export interface ReadPage {
  /** Undefined when it could not be determined in time. */
  readonly reader: PageReader | undefined;
  /** For an active account that opens the page. */
  readonly content?: PageContent;
}

/** @param screenOf the screen that an account is shown at the address of the request */
export type PageDataReader = (
  request: FastifyRequest,
  screenOf: (reader: PageReader) => string,
) => Promise<ReadPage>;

/**
 * Reads the data that the screen of a page fetches first and returns it also as a script element, so that a browser on a slow network
 * shows the screen without another round trip. The responses come from the API's own routes, called with the cookie and the address of
 * the request: no access rule is decided here.
 */
export function pageData(server: FastifyInstance, cookie: SessionCookie): PageDataReader {
  async function readRoute(request: FastifyRequest, url: string): Promise<string | undefined> {
    const names = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const;
    const headers = Object.fromEntries(
      names.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
    );
    const remoteAddress = request.socket.remoteAddress ?? '';
    const { statusCode, payload } = await server.inject({ method: 'GET', url, headers, remoteAddress });
    return statusCode === 200 && payload.length <= largestResponse ? payload : undefined;
  }

  const collect: PageDataReader = async (request, screenOf) => {
    const session = await readRoute(request, contract.accounts.session.path);
    if (session === undefined) return { reader: undefined };
    const { user } = JSON.parse(session) as Output<typeof contract.accounts.session>;
    // The screen of a cashier asks for what it shows, which is not what the reseller is shown.
    if (user?.status !== 'active' || user.cashier) return { reader: user };
    const calls = user.role === 'reseller' ? (firstCalls[screenOf(user)] ?? []) : [];
    const responses = await Promise.all(
      calls.map(async (call) => {
        const response = await readRoute(request, addressOf(call, contract));
        return response === undefined
          ? []
          : [`{${JSON.stringify(call).slice(1, -1)},"response":${response}}`];
      }),
    );
    const data = `{"now":${Date.now()},"session":${session},"responses":[${responses.flat().join(',')}]}`;
    return { reader: user, content: { data: JSON.parse(data), element: scriptElement(data) } };
  };

  return async (request, screenOf) => {
    if (cookie.read(request) === undefined) return { reader: followsLink(request) ? undefined : null };
    if (!isNavigation(request)) return { reader: undefined };
    try {
      return await withTimeout(collect(request, screenOf), timeoutMilliseconds);
    } catch {
      // The screen makes the same calls and shows their errors.
      return { reader: undefined };
    }
  };
}

/** Whether a page is opened, and not fetched by a script or an element. Old browsers do not send these headers. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document';

/**
 * Whether the navigation comes from another site: the browser then sends no cookie (SameSite=Strict), and the application reads the
 * session.
 */
const followsLink = ({ headers }: FastifyRequest): boolean =>
  /^(cross|same)-site$/.test(String(headers['sec-fetch-site'] ?? ''));

/** "<" occurs in JSON only inside strings. Escaped, no text can end the element or begin a comment. */
const scriptElement = (json: string): string =>
  `<script type="application/json" id="${pageDataId}">${json.replaceAll('<', '\\u003c')}</script>`;
