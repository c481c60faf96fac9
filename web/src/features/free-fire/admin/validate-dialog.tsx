import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { type FormEvent, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { newKey } from '../../../lib/money-call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError, TextAreaField, TextField } from '../../../ui/field.tsx';
import { DecidedNotice } from '../../audit-trail/decided-notice.tsx';
import { RequestCard } from './request-card.tsx';

const words = adminFreeFire.validation;
const formId = 'validate-request';
/** The server looks again; other addresses would run code at the reseller's (AMB-46). */
const isWebLink = (text: string) => /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text);

interface DecisionProps {
  readonly request: FreeFireRequest;
  /** A colleague was quicker. */
  readonly decided: boolean;
  readonly onClose: () => void;
}

/** The proof is required, the note is not. */
export default function ValidateDialog({ request, decided, onClose }: DecisionProps) {
  const [imageUrl, setImageUrl] = useState('');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [key] = useState(newKey);
  const { run, busy } = useAction(
    () =>
      api.freeFire.validate({
        params: { id: request.id },
        body: { imageUrl: imageUrl.trim(), note: note.trim() },
        key,
      }),
    {
      success: [words.done],
      failure: adminFreeFire.failed,
      refreshes: ['freeFire', 'statistics', 'auditTrail'],
      onDone: onClose,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const usable = isWebLink(imageUrl.trim());
    setMissing(!usable);
    if (usable) void run();
  };
  if (decided && !busy)
    return (
      <Dialog
        opened
        onClose={onClose}
        title={words.title}
        footer={<Button onClick={onClose}>{common.close}</Button>}
      >
        <Stack>
          <RequestCard request={request} />
          <DecidedNotice subject={{ type: 'free-fire-request', id: request.id }} />
        </Stack>
      </Dialog>
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      locked={busy}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          <RequestCard request={request} />
          <FormError text={missing ? words.proofRequired : null} />
          <TextField
            label={words.proof}
            hint={words.proofHint}
            type="url"
            inputMode="url"
            required
            aria-invalid={missing || undefined}
            data-autofocus
            value={imageUrl}
            onChange={(event) => {
              setImageUrl(event.currentTarget.value);
              setMissing(false);
            }}
          />
          <TextAreaField
            label={words.note}
            hint={words.noteHint}
            rows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
