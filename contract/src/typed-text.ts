/**
 * Marks that turn the direction of a text, and the one that says how its bytes are ordered. Chats put them around numbers
 * and names, so that they come along with a copy; they are not seen, and mean nothing in a text of one line.
 */
const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

export const withoutMarks = (text: string): string => text.replace(marks, '');

/** Fillers, soft hyphens, spaces without width, tags: not seen in any script. */
const hidden =
  /\u034f|[\ufe00-\ufe0e]|[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu;
const joiners = /(.?)(?:\u200c|\u200d|\ufe0f)+/gsu;
/** What a joiner follows that joins something: letters of a script that has joiners, and pictures. */
const joins = /[\p{L}\p{M}\p{Extended_Pictographic}]|[\u{1f3fb}-\u{1f3ff}]/u;
const joinsNothing = /^$|\ufe0f|[\p{Cf}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** Of a name or another text of one line: two that are read alike are the same text. Scripts that need joiners keep them. */
export const withoutHidden = (text: string): string =>
  withoutMarks(text)
    .replace(hidden, '')
    .replace(joiners, (match, before: string, offset: number, whole: string) => {
      const isLast = offset + match.length === whole.length;
      if (joins.test(before) && !joinsNothing.test(before) && (!isLast || match.endsWith('\ufe0f')))
        return match.slice(0, before.length + (match[before.length] === '\ufe0f' ? 2 : 1));
      return /\p{Cf}|\ufe0f/u.test(before) ? '' : before;
    });

/** Arabic and Persian keyboards write their own digits. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));

/** For a text that has no use for a joiner either: an address, a number. */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '');

/** A text that is a number or holds one (phone, player id, code, reference): Western digits, nothing invisible. */
export const typedDigits = (text: string): string => westernDigits(withoutInvisible(text));
