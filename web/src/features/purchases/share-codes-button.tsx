import { codeSheet } from '@almas/locale/screens/code-sheet';
import { messageOf, useCall } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { copyToasts } from '../../ui/copy-button.tsx';
import type { ReadableCode } from './code-format.ts';
import type { SheetPurchase } from './code-sheet.tsx';
import { disclose } from './disclose.ts';
import { ShareIcon } from './sheet-icons.tsx';
import { useRedeem } from './use-redeem.ts';

const words = codeSheet;

interface ShareCodesButtonProps {
  readonly purchase: SheetPurchase;
  readonly codes: readonly ReadableCode[];
  /** Which code of several it is, from 1 on. */
  readonly position?: number | undefined;
}

/** Opens the share dialog of the device with the codes and how they are used. Absent where the browser has none. */
export function ShareCodesButton({ purchase, codes, position }: ShareCodesButtonProps) {
  const { text: how, link } = useRedeem(purchase);
  const what = [purchase.productName, purchase.offerName].filter(Boolean).join(' · ');
  const text = words.shareText(what, codes, [how, link]);
  const share = useCall(() => disclose(purchase.id, 'share', () => navigator.share({ text }), position), {
    onFailed: (error) => {
      // The user has closed the share dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      copyToasts.error(messageOf(error, words.shareRefused));
    },
  });
  if (!('share' in navigator) || codes.length === 0) return null;
  return (
    <Button variant="secondary" busy={share.busy} onClick={() => void share.run()}>
      <ShareIcon size={18} />
      {words.share}
    </Button>
  );
}
