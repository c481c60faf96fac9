import { fail } from '../app-error.ts';
import type { Config, Extension } from '../config.ts';

/*
 * The one seam of the extensions (AMB-87): what the specification describes as not working stays so, unless the
 * deployment names its working version in EXTENSIONS. Each extension is one small file beside this one.
 */

export const isOn = ({ extensions }: Pick<Config, 'extensions'>, extension: Extension): boolean =>
  extensions.has(extension);

/** A call that an extension brings is not there without it. @throws AppError NOT_FOUND */
export function requireExtension(config: Pick<Config, 'extensions'>, extension: Extension): void {
  if (!isOn(config, extension)) throw fail('NOT_FOUND');
}
