import { commandLineTexts as texts } from '@almas/locale/operator';
import { serverTexts } from '@almas/locale/runtime';
import { ConfigError } from '../config.ts';
import { isDatabaseUnavailable, isDiskFull, isRefusedPrivilege } from '../database/failures.ts';
import { StartupError } from '../startup-error.ts';

const forFile: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: texts.fileMissing,
  EACCES: texts.fileForbidden,
  EPERM: texts.fileForbidden,
  EROFS: texts.fileReadOnly,
  ENOTDIR: texts.filePath,
  EISDIR: texts.filePath,
  ELOOP: texts.filePath,
  ENAMETOOLONG: texts.filePath,
};

/** Explains an error: one sentence when the operator can fix it, the whole error when only a developer can. */
export function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof ConfigError) return error.message;
  const {
    code = '',
    path,
    message = String(error),
    stack = message,
  } = (error ?? {}) as NodeJS.ErrnoException;
  if (['ENOSPC', 'EDQUOT'].includes(code) || isDiskFull(error)) return serverTexts.diskFull;
  if (typeof path === 'string' && forFile[code]) return forFile[code](path);
  if (code.startsWith('28')) return texts.databaseRefused;
  if (code === '3D000') return texts.databaseMissing;
  if (isRefusedPrivilege(error)) return texts.privilege(message);
  if (isDatabaseUnavailable(error)) return texts.databaseAway;
  return `${texts.unexpected}\n${stack}`;
}
