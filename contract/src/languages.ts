import * as z from 'zod';

/** The languages of the screens. French is the first, and the only one while the switch `arabic` is off. */
export const languages = ['fr', 'ar'] as const;
export const Language = z.enum(languages);
export type Language = z.output<typeof Language>;
