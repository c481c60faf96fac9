import { fail } from '../app-error.ts';
import type { Config, Extension } from '../config.ts';

/*
 * The extension point (AMB-87): a feature that the specification describes as not working stays so unless EXTENSIONS names its working
 * version. Each extension is one small file in this folder.
 */

export const isOn = ({ extensions }: Pick<Config, 'extensions'>, extension: Extension): boolean =>
  extensions.has(extension);

/** Answers a call of an extension that is off as not found. @throws AppError NOT_FOUND */
export function requireExtension(config: Pick<Config, 'extensions'>, extension: Extension): void {
  if (!isOn(config, extension)) throw fail('NOT_FOUND');
}
