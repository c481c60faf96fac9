import { FindOwnCode as OwnCode } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import type { PurchaseSummary } from '@almas/contract/purchases';
import { codeBatches } from '@almas/locale/screens/code-batches';
import { useState } from 'react';
import { api, useAction } from '../../platform/network/index.ts';
import { Grid, Lead, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useForm } from '../../ui/use-form.ts';
import { PurchaseCard } from './purchase-card.tsx';

const words = codeBatches.find;

interface FindOwnCodeDialogProps {
  readonly onOpen: (purchase: PurchaseSummary) => void;
  readonly onClose: () => void;
}

/** Finds the own purchase of a code that a customer shows. The code is sent in a body and is in no address. */
export default function FindOwnCodeDialog({ onOpen, onClose }: FindOwnCodeDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title}>
      <FindOwnCode onOpen={onOpen} onClose={onClose} />
    </Dialog>
  );
}

function FindOwnCode({ onOpen, onClose }: FindOwnCodeDialogProps) {
  const [found, setFound] = useState<readonly PurchaseSummary[]>();
  const { run, busy } = useAction((code: string) => api.purchases.find({ body: { code } }), {
    failure: words.failed,
    onDone: ({ items }) => setFound(items),
  });
  const form = useForm({
    initial: { code: '' },
    rules: OwnCode,
    onSubmit: ({ code }) => {
      // The answer for another code never stands below this one.
      setFound(undefined);
      return run(code);
    },
  });
  return (
    <Stack>
      <Lead>{codeBatches.findOwn.text}</Lead>
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
        <FormButtons submit={words.submit} busy={busy} onCancel={onClose} />
      </Form>
      <div aria-live="polite">
        {found && found.length > 0 && (
          <Grid as="ul" min={420}>
            {found.map((purchase) => (
              <PurchaseCard key={purchase.id} purchase={purchase} onOpen={onOpen} />
            ))}
          </Grid>
        )}
        {found?.length === 0 && <EmptyState title={words.nothing} text={codeBatches.findOwn.nothingText} />}
      </div>
    </Stack>
  );
}
