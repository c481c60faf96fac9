import type { ErrorCode, Figures } from '@almas/contract/errors';
import { languageCookie } from '@almas/contract/language-cookie';
import type { Language } from '@almas/contract/languages';
import { errorSentence as inFrench } from '@almas/locale';
import { errorSentence as inArabic } from '@almas/locale/ar/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FeatureSwitches } from '../feature-switches.ts';
import { withTimeout } from './with-timeout.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the caller: Arabic only while the switch `arabic` is on. */
    language: Language;
  }
}

/** What a request waits for the switch: the rest of the 5 s of a call is for its own work (P8). */
const longestWaitMilliseconds = 200;

/** Whether the answer has a language: pages, calls of the API and what is not found. Files and the state of the server have none. */
const hasLanguage = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.config.isData === true;

/** Finds the language of each request. One without the cookie of another language waits for nothing. */
export function readLanguages(server: FastifyInstance, features: FeatureSwitches): void {
  /** The last state that could be read: a refusal of a database that is away is also said in Arabic. */
  let isOffered = false;
  server.decorateRequest('language', 'fr');
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.cookies[languageCookie] !== 'ar' || !hasLanguage(request)) return done();
    const read = features.enabled().then((names) => {
      isOffered = names.has('arabic');
    });
    void withTimeout(read, longestWaitMilliseconds)
      .catch(() => undefined)
      .then(() => {
        if (isOffered) request.language = 'ar';
        done();
      });
  });
}

/** The sentence of a refusal in the language of a caller. */
export const refusalSentence = <C extends ErrorCode>(
  language: Language | undefined,
  code: C,
  figures: Figures<C>,
): string => (language === 'ar' ? inArabic(code, figures) : inFrench(code, figures));
