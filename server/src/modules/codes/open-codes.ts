import type { Services } from '../../services.ts';
import type { CodePayload } from '../../vault/code-payload.ts';
import type { SealedCode } from '../../vault/code-vault.ts';
import { type CodesFoundIn, raiseUnreadableCodes } from '../alerts/raise-alert.ts';

/** Decrypts codes. @returns their texts and serials in order, null for one that no key opens; for those an alert is raised */
export async function openCodes(
  { vault, log }: Pick<Services, 'vault' | 'log'>,
  codes: readonly SealedCode[],
  foundIn: CodesFoundIn,
): Promise<(CodePayload | null)[]> {
  const opened = await vault.openEach(codes);
  const unreadable = codes.filter((_, index) => opened[index] === null);
  if (unreadable.length > 0) raiseUnreadableCodes(log, unreadable, foundIn);
  return opened;
}
