/** Why a file or a text is refused as a whole. */
export type RefusalReason = 'webPage' | 'noText' | 'oldWorkbook' | 'damagedWorkbook' | 'data' | 'noCodes';

export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'workbook' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** PDF, PNG, JPEG, GIF, RAR, gzip, 7z. */
const otherFormats = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x61, 0x72, 0x21],
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf],
];

/** What the bytes of a file are, by their content: names of files are often wrong. */
export function decode(bytes: Uint8Array): Decoded {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return { kind: 'workbook' };
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { kind: 'refused', reason: 'oldWorkbook' };
  if (otherFormats.some((start) => startsWith(bytes, ...start))) return { kind: 'refused', reason: 'noText' };
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return refusalOf(text) ?? { kind: 'text', text };
}

function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const unmarked = unmarkedUtf16(bytes);
  if (unmarked) return unmarked;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // In French single letters have an accent; in Arabic each letter of a word lies in the upper half.
    const arabic = new TextDecoder('windows-1256').decode(bytes.subarray(0, 100_000));
    return /[\u0600-\u06ff]{3}/.test(arabic) ? 'windows-1256' : 'windows-1252';
  }
}

/** In UTF-16 each second byte of an ASCII character is 0. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 2_000);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < sample.length; at += 1) {
    if (sample[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const enough = sample.length / 5;
  if (odd > enough && odd > 4 * even) return 'utf-16le';
  return even > enough && even > 4 * odd ? 'utf-16be' : null;
}

const markup =
  /^\s*(?:<!doctype\b|<\?xml\b|<html\b|<table\b)|<\/?(?:html|body|head|table|tr|td|div|script|span)\b[^>]*>/i;

export function refusalOf(text: string): { kind: 'refused'; reason: RefusalReason } | null {
  const sample = text.slice(0, 100_000);
  if (markup.test(sample)) return { kind: 'refused', reason: 'webPage' };
  if (/^\s*(?:\{\s*"|\[\s*[{"[]|\{\\rtf)/.test(sample)) return { kind: 'refused', reason: 'data' };
  if (sample.includes('\0')) return { kind: 'refused', reason: 'noText' };
  return null;
}
