import { cardHistory } from '@almas/locale/screens/card-history';
import { codeSheet } from '@almas/locale/screens/code-sheet';
import { CopyButton } from '../../ui/copy-button.tsx';
import { countUnreadable, type PurchasedCode, readableCodes } from './code-format.ts';
import { copyRecorded } from './disclose.ts';

interface CopyCodesButtonProps {
  readonly purchaseId: string;
  readonly codes: readonly PurchasedCode[];
  readonly label: string;
}

/** Copies the readable codes, one per line, and shows how many are not readable. Absent for a single code, which has its own button. */
export function CopyCodesButton({ purchaseId, codes, label }: CopyCodesButtonProps) {
  const readable = readableCodes(codes);
  const missing = countUnreadable(codes);
  if (readable.length <= 1) return null;
  return (
    <CopyButton
      text={readable.map(({ code, serial }) => [code, serial].filter(Boolean).join(' ; ')).join('\n')}
      label={label}
      done={missing > 0 ? codeSheet.unreadable.copiedWithout(missing) : codeSheet.allCopied}
      failed={cardHistory.codes.copyFailed}
      copy={(text) => copyRecorded(purchaseId, text)}
    />
  );
}
