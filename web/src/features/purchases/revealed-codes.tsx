import { RevealReason } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import type { purchases } from '@almas/contract/purchases';
import type { Output } from '@almas/contract/route';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { codeSheet } from '@almas/locale/screens/code-sheet';
import { useState } from 'react';
import { api, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForm } from '../../ui/use-form.ts';
import { BatchOrigin } from '../codes/batch-origin.tsx';
import { isHanded } from './code-format.ts';
import { CodeLine } from './code-line.tsx';

const RefusedCode = lazyPart(() => import('./refused-code.tsx'), <span />);
const words = adminWallet.reveal;
type Revealed = Output<typeof purchases.reveal>;

/**
 * The codes of a purchase for an administrator who gives a reason: read on request only, recorded in the audit trail, kept only in
 * this component (not in the query cache) and discarded with the dialog.
 */
export function RevealedCodes({ purchaseId }: { readonly purchaseId: string }) {
  const [revealed, setRevealed] = useState<Revealed>();
  const { run, busy } = useAction(
    (reason: string) => api.purchases.reveal({ params: { id: purchaseId }, body: { reason } }),
    {
      failure: words.failed,
      refreshes: ['auditTrail'],
      onDone: setRevealed,
    },
  );
  const form = useForm({
    initial: { reason: '' },
    rules: RevealReason,
    onSubmit: ({ reason }) => run(reason),
    unsaved: revealed ? undefined : { draft: `reveal-${purchaseId}` },
  });
  if (revealed)
    return (
      <Stack gap={12}>
        <Notice title={words.recorded} />
        {revealed.codes.map((each, index) =>
          !isHanded(each) ? (
            <RefusedCode key={each.id} code={each} position={index + 1} />
          ) : each.code === null ? (
            <p key={each.id} data-testid="unreadable-code">
              {codeSheet.unreadable.administrator}
            </p>
          ) : (
            <CodeLine key={each.id} code={each.code} value={each.value} serial={each.serial} />
          ),
        )}
        {revealed.batches?.map((batch) => (
          <div key={`${batch.id} ${batch.unitCost}`}>
            <BatchOrigin batch={batch} />
          </div>
        ))}
      </Stack>
    );
  return (
    <Form form={form} aria-label={words.action}>
      <Stack gap={12}>
        <TextField
          label={words.reason}
          hint={words.hint}
          maxLength={limits.revealReasonLength}
          required
          {...form.field('reason')}
        />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            {words.action}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
