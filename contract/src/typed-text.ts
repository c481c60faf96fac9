/**
 * Marks that turn the direction of a text, and the one that says how its bytes are ordered. Chats put them around numbers
 * and names, so that they come along with a copy; they are not seen, and mean nothing in a text of one line.
 */
const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

export const withoutMarks = (text: string): string => text.replace(marks, '');

/** Arabic and Persian keyboards write their own digits. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));

/** For a text that has no use for a joiner either: an address, a number. */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '');

/** A text that is a number or holds one (phone, player id, code, reference): Western digits, nothing invisible. */
export const typedDigits = (text: string): string => westernDigits(withoutInvisible(text));
