/** `123456789` as it is read aloud: in groups of three. */
export const inThrees = (digits: string) => digits.match(/.{1,3}/g)?.join('\u00a0') ?? '';
