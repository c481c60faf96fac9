import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../app-error.ts';
import { isShallow } from './json-body.ts';

/** Maximum length of the body without its codes, in characters. */
const restMaxLength = 16_384;
/** An entry must be a string. Another value is refused as an invalid code, a deeply nested one before it is parsed. */
const entryMaxDepth = 18;
const quote = 0x22;
const backslash = 0x5c;
/** Of the list of codes, and of the serials that may follow it. */
const beginnings = {
  codes: /^\s*\{\s*"codes"\s*:\s*\[/,
  serials: /^\s*,\s*"serials"\s*:\s*\[/,
} as const;
type ListName = keyof typeof beginnings;

/**
 * Parses the body of an import or a preview, `{ "codes": ["…", …], "serials": ["…", …], … }`, while it arrives: each chunk separately, so that 100,000 codes
 * never block the event loop for longer than one chunk takes. Registered in a scope of its own, whose parser is the only one that
 * accepts bodies of this size.
 */
export function acceptCodeLists(scope: FastifyInstance, maxBytes: number, maxCodes: number): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  const parse = (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!isShallow(text)) throw fail('MALFORMED_REQUEST');
      parseJson(request, text, (error, body) => (error ? reject(error) : resolve(body)));
    });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    if (Number(request.headers['content-length']) > maxBytes) throw fail('TOO_LARGE');
    const reader = new CodeListReader(maxCodes);
    const decoder = new StringDecoder('utf8');
    let bytes = 0;
    // The connection stays open after a refusal, because the response has not been written yet.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw fail('TOO_LARGE');
      reader.write(decoder.write(chunk));
    }
    reader.write(decoder.end());
    const { rest, lists } = reader.end();
    const body = (await parse(request, rest)) as Record<string, unknown>;
    if (Object.keys(lists).length === 0) return body;
    // A list that occurs twice: it is unknown which one is meant.
    if (Object.keys(lists).some((name) => Object.hasOwn(body, name))) throw fail('MALFORMED_REQUEST');
    return { ...body, ...lists };
  });
}

/** Parses the text of a list of codes, and of the serials after it, while it arrives. A text that does not begin like one is collected whole, up to `restMaxLength`. */
export class CodeListReader {
  private state: 'outside' | 'list' = 'outside';
  /** The list that comes next, or is being read; undefined when no list may follow. */
  private next: ListName | undefined = 'codes';
  /** The body without the lists and their keys: JSON text. */
  private rest = '';
  /** `rest` up to here precedes the next list. */
  private read = 0;
  private readonly lists: Partial<Record<ListName, unknown[]>> = {};
  private entries: unknown[] = [];
  /** Text of the list after the last parsed entry. */
  private pieces: string[] = [];
  /** Characters of the current entry outside of strings: few, unless the entry is not a string. */
  private outside = 0;
  private slices = 0;
  private inString = false;
  private skipsNext = false;
  private depth = 0;

  private readonly maxCodes: number;

  constructor(maxCodes: number) {
    this.maxCodes = maxCodes;
  }

  /** @throws AppError MALFORMED_REQUEST, TOO_LARGE */
  write(text: string): void {
    let left = text;
    while (left !== '') {
      if (this.state === 'list') left = this.readList(left);
      else if (this.next !== undefined) left = this.begin(left, this.next);
      else {
        this.rest += left;
        left = '';
      }
      if (this.state !== 'list' && this.rest.length > restMaxLength) throw fail('TOO_LARGE');
    }
  }

  /** @throws AppError MALFORMED_REQUEST */
  end(): { rest: string; lists: Readonly<Partial<Record<ListName, unknown[]>>> } {
    if (this.state === 'list') throw fail('MALFORMED_REQUEST');
    return { rest: this.rest, lists: this.lists };
  }

  /** Looks for the beginning of a list in what has arrived. @returns the text after it; '' when it has not begun */
  private begin(text: string, name: ListName): string {
    const seen = this.rest.slice(this.read) + text;
    const found = beginnings[name].exec(seen.slice(0, restMaxLength));
    if (!found) {
      this.rest += text;
      return '';
    }
    this.state = 'list';
    this.entries = [];
    this.slices = 0;
    this.outside = 0;
    // The list's own key is dropped; what may follow it begins with a comma.
    this.rest = '{"":0';
    this.read = this.rest.length;
    return seen.slice(found[0].length);
  }

  /** @returns the text after the list */
  private readList(text: string): string {
    let cut = -1;
    let index = 0;
    while (index < text.length) {
      if (this.inString) {
        index = this.skipString(text, index);
        continue;
      }
      const character = text[index];
      this.outside += 1;
      if (character === '"') this.inString = true;
      else if (character === ',' && this.depth === 0) {
        cut = index;
        this.outside = 0;
      } else if (character === '[' || character === '{') this.deepen();
      else if (character === ']' || character === '}') {
        if (this.depth === 0) {
          this.parseSlice(text.slice(0, index), true);
          if (this.next !== undefined) this.lists[this.next] = this.entries;
          this.next = this.next === 'codes' ? 'serials' : undefined;
          this.state = 'outside';
          return text.slice(index + 1);
        }
        this.depth -= 1;
      }
      index += 1;
    }
    if (cut >= 0) this.parseSlice(text.slice(0, cut), false);
    if (this.outside > restMaxLength) throw fail('MALFORMED_REQUEST');
    this.pieces.push(text.slice(cut + 1));
    return '';
  }

  private deepen(): void {
    this.depth += 1;
    if (this.depth > entryMaxDepth) throw fail('MALFORMED_REQUEST');
  }

  /** @returns the index after the string, or the end of the text */
  private skipString(text: string, from: number): number {
    let index = from;
    if (this.skipsNext) {
      this.skipsNext = false;
      index += 1;
    }
    for (; index < text.length; index += 1) {
      const character = text.charCodeAt(index);
      if (character === quote) {
        this.inString = false;
        return index + 1;
      }
      if (character === backslash) index += 1;
    }
    this.skipsNext = index > text.length;
    return text.length;
  }

  /** Parses the entries up to a comma between two of them, or up to the end of the list. */
  private parseSlice(last: string, atEnd: boolean): void {
    const text = `${this.pieces.join('')}${last}`;
    this.pieces = [];
    this.slices += 1;
    if (text.trim() === '') {
      // An empty entry between two commas is a syntax error; an empty list is valid.
      if (!atEnd || this.slices > 1) throw fail('MALFORMED_REQUEST');
      return;
    }
    // One entry more than allowed is enough for a refusal.
    const free = this.maxCodes + 1 - this.entries.length;
    for (const code of parseEntries(text).slice(0, Math.max(0, free))) this.entries.push(code);
  }
}

/** @throws AppError MALFORMED_REQUEST */
function parseEntries(text: string): unknown[] {
  try {
    return JSON.parse(`[${text}]`);
  } catch {
    throw fail('MALFORMED_REQUEST');
  }
}
