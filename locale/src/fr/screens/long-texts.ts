import { formatCount } from '../formats.ts';

/** What a field for several lines says near its limit; apart from forms.ts, which the login loads too. */
export const longTexts = {
  left: (characters: number) => `Encore ${formatCount(characters)} caractère${characters > 1 ? 's' : ''}`,
  full: (characters: number) =>
    `Maximum atteint : ${formatCount(characters)} caractère${characters > 1 ? 's' : ''}`,
} as const;
