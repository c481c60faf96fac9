import { counter } from '@almas/locale/screens/counter';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import type { SheetPurchase } from './code-sheet.tsx';
import { ExpandIcon } from './sheet-icons.tsx';

const CodeSheet = lazyDialog(() => import('./code-sheet.tsx'));

interface CodeSheetButtonProps {
  readonly purchase: SheetPurchase;
  readonly full?: boolean;
}

/** Opens the full-screen view of the codes of a purchase. */
export function CodeSheetButton({ purchase, full = false }: CodeSheetButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button look="secondary" full={full} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <ExpandIcon size={18} />
        {counter.bought.sheet}
      </Button>
      {opened && <CodeSheet purchase={purchase} onClose={() => setOpened(false)} />}
    </>
  );
}
