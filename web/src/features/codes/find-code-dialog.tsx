import type { FoundCode } from '@almas/contract/code-batches';
import { FindCode as CodeToFind } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { codeBatches } from '@almas/locale/screens/code-batches';
import { useState } from 'react';
import { api, useAction } from '../../platform/network/index.ts';
import { Card, Lead, Stack } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { OfferName } from '../../ui/offer-name.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useForm } from '../../ui/use-form.ts';
import { BatchOrigin } from './batch-origin.tsx';

const words = codeBatches.find;

/** Tells an administrator what became of a code or a serial. Nothing of it is kept in the address or the browser. */
export default function FindCodeDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={words.title}>
      <FindCode onClose={onClose} />
    </Dialog>
  );
}

function FindCode({ onClose }: { readonly onClose: () => void }) {
  const [found, setFound] = useState<readonly FoundCode[]>();
  const { run, busy } = useAction(
    (code: string, reason: string) => api.codeBatches.find({ body: { code, reason } }),
    { failure: words.failed, refreshes: ['auditTrail'], onDone: ({ items }) => setFound(items) },
  );
  const form = useForm({
    initial: { code: '', reason: '' },
    rules: CodeToFind,
    onSubmit: ({ code, reason }) => {
      // The answer for another code never stands below this one.
      setFound(undefined);
      return run(code, reason);
    },
    unsaved: found ? undefined : { draft: 'find-code', secret: ['code'] },
  });
  return (
    <Stack>
      <Lead>{words.text}</Lead>
      <Form form={form}>
        <TextField
          label={words.code}
          maxLength={limits.codeLength}
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
          {...form.field('code')}
        />
        <TextField
          label={words.reason}
          hint={words.reasonHint}
          maxLength={limits.revealReasonLength}
          required
          {...form.field('reason')}
        />
        <FormButtons submit={words.submit} busy={busy} onCancel={onClose} />
      </Form>
      <div aria-live="polite">
        <Stack gap={12}>
          {found?.map((code) => (
            <Found key={code.id} code={code} />
          ))}
          {found?.length === 0 && <EmptyState title={words.nothing} text={words.nothingText} />}
        </Stack>
      </div>
    </Stack>
  );
}

function Found({ code }: { readonly code: FoundCode }) {
  const { purchase } = code;
  const state = [words.status[code.status], code.matched === 'serial' && words.bySerial]
    .filter(Boolean)
    .join(' · ');
  return (
    <Card>
      <DescriptionList
        items={[
          [words.state, state],
          [words.offer, <OfferName key="offer" {...code} />],
          purchase ? [words.purchase, words.purchaseNumber(purchase.id)] : null,
          purchase ? [words.buyer, `${purchase.buyerName} (${purchase.buyerEmail})`] : null,
          purchase ? [words.boughtAt, <When key="bought" at={purchase.createdAt} form="absolute" />] : null,
          purchase ? [words.price, <Money key="price" amount={purchase.unitPrice} />] : null,
          code.withheldAt
            ? [words.withheldAt, <When key="withheld" at={code.withheldAt} form="absolute" />]
            : null,
          code.batch ? [words.batch, <BatchOrigin key="batch" batch={code.batch} />] : null,
          [words.importedAt, <When key="imported" at={code.importedAt} form="absolute" />],
          [words.number, code.id],
        ]}
      />
    </Card>
  );
}
