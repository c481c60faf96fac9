import { formatCount } from '../formats.ts';

/** What every form says; apart from common.ts, which screens without a form load too. */
export const forms = {
  cut: (characters: number) =>
    `Texte trop long : la fin a été coupée (maximum : ${formatCount(characters)}). Vérifiez le champ.`,
} as const;
