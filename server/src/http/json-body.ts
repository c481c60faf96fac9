import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../app-error.ts';

/** The deepest input of the contract has 5 levels, the largest usual body the keys of a connection to a supplier. */
const maxDepth = 20;
export const maxKeys = 2_000;
/** 100,000 codes with their serials. A text of lines has none. */
const maxCommas = 250_000;

type Parsed = (error: Error | null, body?: unknown) => void;

/**
 * Accepts JSON only: other content types get 415, with or without a body. Depth and numbers of keys and entries are checked before the
 * text is parsed, so that neither the parser nor a later walk through the value can be exhausted.
 */
export function acceptJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, text: string | Buffer, done: Parsed) => {
      if (!isShallow(String(text), request.routeOptions.config.bodyKeys)) done(fail('MALFORMED_REQUEST'));
      else parse(request, String(text), done);
    },
  );
}

const sign = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** Whether a JSON text has at most 20 levels, 250,000 commas and so many keys, usually 2,000. It may still be malformed. */
function isShallow(text: string, mostKeys = maxKeys): boolean {
  let depth = 0;
  let keys = 0;
  let commas = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case sign.quote:
        index = endOfString(text, index + 1);
        break;
      case sign.openBrace:
      case sign.openBracket:
        depth += 1;
        if (depth > maxDepth) return false;
        break;
      case sign.closeBrace:
      case sign.closeBracket:
        depth -= 1;
        break;
      case sign.comma:
        commas += 1;
        if (commas > maxCommas) return false;
        break;
      case sign.colon:
        keys += 1;
        if (keys > mostKeys) return false;
        break;
    }
  }
  return true;
}

/** @returns the index of the closing quote, or the end of the text */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === sign.backslash) before -= 1;
    // After an even number of backslashes the quote is not escaped.
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
