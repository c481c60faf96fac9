import { readdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';

/*
 * Finds on Arabic screens what a journey names in French: the name of a button, a label or a text is looked up in the French texts, and
 * the Arabic text of the same place is searched for instead. Stored texts and names are searched for as they are.
 */

const texts = new URL('../../../locale/src/', import.meta.url);
/** Stands for a figure or a name inside a sentence. */
const anything = '\u0001';

/** Modules with texts that both languages have. */
const modules = [
  'formats.ts',
  'errors.ts',
  'shared-texts.ts',
  ...readdirSync(new URL('ar/screens/', texts)).map((name) => `screens/${name}`),
];

/** A sentence with its figures left open; undefined when it needs figures of another shape. */
function sampleOf(sentence: (...figures: unknown[]) => unknown): unknown {
  try {
    return sentence(...Array.from({ length: sentence.length }, () => anything));
  } catch {
    return undefined;
  }
}

const pairs = new Map<string, Set<string>>();
const arabicTexts: string[] = [];

function collect(french: unknown, arabic: unknown): void {
  if (typeof french === 'function' && typeof arabic === 'function')
    collect(sampleOf(french as never), sampleOf(arabic as never));
  else if (typeof french === 'string' && typeof arabic === 'string') {
    arabicTexts.push(arabic);
    pairs.set(french, (pairs.get(french) ?? new Set()).add(arabic));
  } else if (typeof french === 'object' && french !== null && typeof arabic === 'object' && arabic !== null)
    for (const name of Object.keys(french)) collect(french[name as never], arabic[name as never]);
}

for (const name of modules) {
  const [french, arabic] = await Promise.all(
    ['fr', 'ar'].map((folder) => import(new URL(`${folder}/${name}`, texts).href)),
  );
  collect(french, arabic);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Spaces of every kind are equal, and marks of direction are left out of accessible names by some browsers. */
const asPattern = (text: string) =>
  escaped(text.replaceAll(/[\u2066\u2069]/g, anything))
    .replaceAll(anything, '.*')
    .replaceAll(/\s/g, '\\s');

/** `^Détail : Achat`: the head of a sentence with another text in the place of its first figure. */
function withWordAfterHead(source: string): string[] {
  const literal = source.replace(/^\^/, '');
  return [...pairs].flatMap(([french, arabic]) => {
    const [head = ''] = french.split(anything);
    if (head === '' || head === french || !literal.startsWith(head)) return [];
    const words = pairs.get(literal.slice(head.length)) ?? [];
    return [...arabic].flatMap((text) => [...words].map((word) => `${text.split(anything)[0]}${word}`));
  });
}

/** The pattern of what a journey names in French, on an Arabic screen: any of the Arabic texts of these places. */
function inArabic(named: string | RegExp, exact = false): string | RegExp {
  const isNamed = (french: string) =>
    typeof named === 'string' ? french === named : named.test(french.replaceAll(anything, '0'));
  const found = [...pairs].filter(([french]) => isNamed(french)).flatMap(([, arabic]) => [...arabic]);
  if (found.length === 0 && typeof named !== 'string') found.push(...withWordAfterHead(named.source));
  if (found.length === 0) return named;
  const one = [...new Set(found)].map(asPattern).join('|');
  const [begin, end] =
    typeof named === 'string'
      ? [exact ? '^' : '', exact ? '$' : '']
      : [named.source.startsWith('^') ? '^' : '', named.source.endsWith('$') ? '$' : ''];
  return new RegExp(`${begin}(${one})${end}`);
}

/** Methods that search by a text, and where their text and their options are. */
const byName = new Set(['getByRole']);
const byText = new Set(['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText']);
const targets = new WeakMap<object, object>();

const unwrapped = (value: unknown): unknown => targets.get(value as object) ?? value;
const isLocator = (value: unknown): value is Locator =>
  typeof value === 'object' && value !== null && 'getByRole' in value;

interface Named {
  name?: string | RegExp;
  exact?: boolean;
  hasText?: string | RegExp;
}

function translated(method: string, input: readonly unknown[]): unknown[] {
  const [first, second] = input as [unknown, Named | undefined];
  if (byName.has(method) && second?.name !== undefined) {
    const { exact, name, ...others } = second;
    return [first, { ...others, name: inArabic(name, exact) }];
  }
  if (byText.has(method)) return [inArabic(first as string | RegExp, second?.exact), second];
  if (method === 'filter' && (first as Named | undefined)?.hasText !== undefined)
    return [{ ...(first as Named), hasText: inArabic((first as Named).hasText as string | RegExp) }];
  if (method === 'locator' && typeof first === 'string')
    return [
      first.replace(/="([^"]*[a-z]{3} [^"]*)"/i, (whole, text: string) => {
        const [arabic] = pairs.get(text) ?? [];
        return arabic === undefined ? whole : `="${arabic}"`;
      }),
      second,
    ];
  return [...input];
}

/** A page or a locator that searches for the Arabic of what it is asked for in French. */
export function arabicPage<T extends Page | Locator>(target: T): T {
  const proxy = new Proxy(target, {
    get(object, property) {
      const value = Reflect.get(object, property, object) as unknown;
      if (typeof value !== 'function') return value;
      return (...input: unknown[]) => {
        const given = translated(String(property), input).map(unwrapped);
        const result = value.apply(object, given) as unknown;
        return isLocator(result) ? arabicPage(result) : result;
      };
    },
  });
  targets.set(proxy, target);
  return proxy;
}

const latin = /[A-Za-zÀ-ÿ]{2,}/g;
/** Names that are written the same in every language: of products, of units and of technical things. */
const names = new Set(
  'Almas DA DZD CCP RIP BaridiMob Free Fire FREE FIRE Ctrl Email Telegram QR PDF JPEG PNG WebP Français'.split(
    ' ',
  ),
);
/** Initials of a game or a person, and groups of a code. */
const isCode = (word: string) => /^\p{Lu}{2,4}$/u.test(word);
const ownWords = new Set(arabicTexts.flatMap((text) => text.match(latin) ?? []));

/** Every text in the answers of the server: names and stored texts, which stay as they are. */
export function watchStoredTexts(page: Page): () => string {
  const stored: string[] = [];
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    const isPage = type.startsWith('text/html');
    if (!isPage && !/json|event-stream/.test(type)) return;
    const text = await response.text().catch(() => '');
    // The data that comes with a page.
    stored.push(
      isPage ? (/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '') : text,
    );
  });
  return () => stored.join('\n');
}

/** The words in Latin letters on an Arabic screen that are neither names nor stored texts. */
export async function frenchWords(page: Page, storedTexts: string): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    // The parts of a chart are named by its library, inside an image that has a name.
    const labels = [...document.querySelectorAll('*:not(svg *)')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    const data = document.getElementById('page-data')?.textContent ?? '';
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    );
    return {
      texts: [document.title, ...document.body.innerText.split('\n'), ...labels],
      data: [data, ...fields],
    };
  });
  const known = new Set(`${storedTexts}\n${shown.data.join('\n')}`.match(latin) ?? []);
  const lowered = new Set([...known].map((word) => word.toLowerCase()));
  return shown.texts.flatMap((text) =>
    (text.match(latin) ?? [])
      .filter(
        (word) =>
          !isCode(word) && !names.has(word) && !ownWords.has(word) && !lowered.has(word.toLowerCase()),
      )
      .map((word) => `${word}: ${text.trim().slice(0, 80)}`),
  );
}
