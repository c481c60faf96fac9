import type { Purchase } from '@almas/contract/purchases';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CodeLine } from './code-line.tsx';

const words = adminWallet.reveal;

/**
 * The codes of a purchase for an administrator: read on request only, recorded in the journal, kept nowhere but here
 * (no cache of queries) and gone with the dialog.
 */
export function RevealedCodes({ purchaseId }: { readonly purchaseId: string }) {
  const [codes, setCodes] = useState<Purchase['codes']>();
  const { run, busy } = useAction(() => api.purchases.reveal({ params: { id: purchaseId } }), {
    failure: words.failed,
    refreshes: ['auditTrail'],
    onDone: (purchase) => setCodes(purchase.codes),
  });
  if (codes)
    return (
      <Stack gap={12}>
        <Notice title={words.recorded} />
        {codes.map(({ id, code, value }) => (
          <CodeLine key={id} code={code} value={value} />
        ))}
      </Stack>
    );
  return (
    <Stack gap={6}>
      <div>
        <Button look="secondary" busy={busy} onClick={() => void run()}>
          {words.action}
        </Button>
      </div>
      <p style={{ color: 'var(--dim)' }}>{words.hint}</p>
    </Stack>
  );
}
