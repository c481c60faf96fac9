import { typedDigits } from './typed-text.ts';

/* Numbers that a list is searched by, however they are spelled; the database and a screen that has the whole list compare them alike. */

/** A text that looks like a phone number: digits and separators. */
const phoneText = /^[+(]?[\d\s().\-/]+$/;
/** Fewer digits occur in most numbers. */
const leastDigits = 4;

/** The digits of a phone number without the prefix of the country, as `phone_digits` of the database. */
export const phoneDigits = (phone: string): string =>
  typedDigits(phone)
    .replace(/\D/g, '')
    .replace(/^(?:00213|213)?0?(?=\d)/, '');

/**
 * The digits of a phone number that is searched, or of a part of one: 0555 12 34 56, +213 555123456, +213 (0) 555 12 34 56 and
 * 00213555123456 are one number. null when the text is no number.
 */
export function searchedPhone(search: string): string | null {
  const text = typedDigits(search.normalize('NFKC')).trim();
  return phoneText.test(text) && text.replace(/\D/g, '').length >= leastDigits ? phoneDigits(text) : null;
}

/** A reference of a transfer as it is compared, as `transfer_reference_number` of the database. */
export function referenceNumber(reference: string): string {
  const digits = reference.replace(/\D/g, '').replace(/^0+/, '');
  const letters = () =>
    reference
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toUpperCase()
      .replace(/^0+/, '');
  return digits.length >= 6 ? digits : letters();
}
