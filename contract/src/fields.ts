import * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import { withoutHidden, withoutInvisible } from './typed-text.ts';

/** An amount in DA, at most 2 decimals. */
export const Amount = z.number().meta({ description: 'Montant en DA, 2 décimales au plus' });
export const Timestamp = z.iso.datetime();
/** A day; there was no year 0. */
export const Day = z.iso.date().refine((day) => day >= '0001-01-01');
export const Id = z.string();

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Nothing of it is seen: blanks, and characters that are not shown, letters and the empty Braille cell among them. */
const isBlank = (text: string) => text.replace(unseen, '').trim() === '';

/** A text the caller must give; absent, null or blank answers `code`. */
export const requiredText = (code: ErrorCode, max = 200) =>
  z
    .string({ error: code })
    .trim()
    .min(1, { error: code })
    .max(max)
    .refine((text) => !isBlank(text), { error: code });

/** A text that may be absent, null or blank; blank is kept as ''. */
export const optionalText = (max = 500) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => text ?? '');

/**
 * The id of the acting account, for callers that send it as the specification's operations do: it may be absent, since the
 * session says it; a blank one answers `code`, another account's is refused (AMB-12).
 */
export const actingId = (code: ErrorCode) => requiredText(code, 100).optional();

/** A path id. `code` answers a blank one; an id of another shape is simply not found later. */
export const pathId = (code: ErrorCode = 'NOT_FOUND', max = 100) => requiredText(code, max);

const controls = /[\p{Cc}\u2028\u2029]/u;
type Spelling = (text: string) => string;
const asTyped: Spelling = (text) => text;

/**
 * Without marks of direction and characters that are not seen: what is read is then what is stored. A text of which nothing is
 * seen is an empty one: an account of that name would be a gap in every list.
 */
const cleanText = (spelling: Spelling, error: ErrorCode | undefined) =>
  z
    .string(error && { error })
    .overwrite((text) => (isBlank(text) ? '' : spelling(text)))
    .trim();
const isOneLine = (text: string) => !controls.test(text);

/**
 * A name or another text of one line, read by others in lists: letters of every script, no line break, no control
 * character. `typedDigits` is the spelling of one that holds a number.
 */
export const line = (max: number, spelling: Spelling = asTyped) =>
  cleanText((text) => withoutHidden(spelling(text)), undefined)
    .max(max)
    .refine(isOneLine, { error: 'INVALID_INPUT' });

/** One the caller must give; absent, null or blank answers `code`, one that is too long `tooLong`: it is not missing. */
export const requiredLine = (
  code: ErrorCode,
  max: number,
  spelling: Spelling = asTyped,
  tooLong: ErrorCode = 'INVALID_INPUT',
) =>
  cleanText((text) => withoutHidden(spelling(text)), code)
    .min(1, { error: code })
    .max(max, { error: tooLong })
    .refine(isOneLine, { error: 'INVALID_INPUT' });

/** One that may be absent, null or blank; blank is kept as ''. */
export const optionalLine = (max: number, spelling: Spelling = asTyped) =>
  line(max, spelling)
    .nullish()
    .transform((text) => text ?? '');

/** An email address as it is typed or pasted, not judged yet. */
export const emailText = (tooLong: ErrorCode = 'INVALID_INPUT') =>
  cleanText(withoutInvisible, 'REQUIRED_FIELDS')
    .min(1, { error: 'REQUIRED_FIELDS' })
    .max(254, { error: tooLong });

const privateNames = /^(?:localhost|.*\.(?:localhost|local|internal|lan|home))$/i;
const privateIPv4 =
  /^(?:0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const privateIPv6 = /^\[(?:::|::1|::ffff:.*|64:ff9b:.*|f[cd].*|fe[89ab].*)\]$/i;

/**
 * http and https only: other schemes run code when the link is opened (AMB-46). No name or password in front of
 * the host, which makes a foreign one look familiar, and no address inside the network of the user who opens it.
 */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]+/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return false;
  const host = hostname.replace(/\.$/, '');
  return ![privateNames, privateIPv4, privateIPv6].some((inside) => inside.test(host));
}

const proofAddress = /^\/api\/free-fire\/requests\/\d{1,18}\/proof(\?photo=[0-9a-f]{16})?$/;

/** A link, or the address of the uploaded proof of a Free Fire request (AMB-101). */
export const proofLink = (code: ErrorCode) =>
  cleanText(withoutInvisible, code)
    .max(2_000, { error: code })
    .refine((text) => isWebAddress(text) || proofAddress.test(text), { error: code });

/** Where an uploaded picture is served: named by the hash of its content, so that it never changes. */
export const isPictureAddress = (text: string): boolean => /^\/pictures\/[0-9a-f]{64}\.webp$/.test(text);

const isPicture = (text: string): boolean => text === '' || isPictureAddress(text) || isWebAddress(text);

/** An uploaded picture, a link, or none. */
export const optionalPicture = (code: ErrorCode) =>
  cleanText(withoutInvisible, code)
    .max(2_000, { error: code })
    .refine(isPicture, { error: code })
    .nullish()
    .transform((text) => text ?? '');

/** Of a change: left out stays as it is (undefined); null and blank are ''. */
export const keptText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .optional()
    .transform((text) => (text === null ? '' : text));

const isSecureAddress = (text: string): boolean => /^https:/i.test(text) && isWebAddress(text);

/** A link by https. */
export const secureLink = (code: ErrorCode, max: number) =>
  cleanText(withoutInvisible, code).max(max, { error: code }).refine(isSecureAddress, { error: code });

const secureLinkOrNone = (code: ErrorCode, max: number) =>
  cleanText(withoutInvisible, code)
    .max(max, { error: code })
    .refine((text) => text === '' || isSecureAddress(text), { error: code })
    .nullable()
    .optional();

/** A link by https, or none. */
export const optionalLink = (code: ErrorCode, max: number) =>
  secureLinkOrNone(code, max).transform((text) => text ?? '');

export const keptLink = (code: ErrorCode, max: number) =>
  secureLinkOrNone(code, max).transform((text) => (text === null ? '' : text));

export const keptPicture = (code: ErrorCode) =>
  cleanText(withoutInvisible, code)
    .max(2_000, { error: code })
    .refine(isPicture, { error: code })
    .nullable()
    .optional()
    .transform((text) => (text === null ? '' : text));

/** The direction of a sorted list. */
export const SortOrder = z.enum(['asc', 'desc']);

/**
 * `?limit&cursor` of a list, newest first. The cursor is the `nextCursor` of the page before. Sorted by name, it holds the last name: twice
 * 100 letters, each of up to nine bytes once it is decomposed.
 */
export const page = (size: { default: number; max: number }) => ({
  limit: z.coerce.number().int().min(1).max(size.max).default(size.default),
  cursor: z.string().max(3_000).optional(),
});

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** How many entries match. `capped`: there are more than `count`. */
export const matchCount = { count: z.int(), capped: z.boolean() };

/** A list that also tells how many entries match. */
export const countedListOf = <Item extends z.ZodType>(item: Item) => listOf(item).extend(matchCount);
