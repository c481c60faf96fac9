import type { ClaimReason } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { claims } from '@almas/locale/screens/claims';
import { useState } from 'react';
import { upload } from '../../platform/network/api-upload.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { lostText, useCallKeys } from '../../platform/network/use-call-keys.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { type ChosenPhoto, PhotoField } from '../photos/photo-field.tsx';
import { NamedCode } from './named-code.tsx';

const words = claims.form;
const reasons = (['invalid', 'used', 'wrong_region', 'other'] as const).map((value) => ({
  value,
  label: claims.reasons[value],
}));

interface ClaimDialogProps {
  readonly purchaseId: string;
  /** Those that can be claimed, by their positions. */
  readonly codes: readonly { readonly id: string; readonly position: number; readonly code: string | null }[];
  /** How many the purchase has. */
  readonly of: number;
  readonly onClose: () => void;
}

/** Which codes did not work, why, and a photo of the refusal. */
export default function ClaimDialog(props: ClaimDialogProps) {
  return (
    <Dialog onClose={props.onClose} title={words.title} size="sm">
      <ClaimForm {...props} />
    </Dialog>
  );
}

/** Sends the photo first: a claim names it. The same photo again is the same one. */
async function sendPhoto({ content }: ChosenPhoto): Promise<string> {
  const watch = { onSent: () => undefined, signal: new AbortController().signal };
  const { pictureId } = (await upload('claims', 'sendPicture', { body: content }, watch)) as {
    pictureId: string;
  };
  return pictureId;
}

function ClaimForm({ purchaseId, codes, of, onClose }: ClaimDialogProps) {
  const keys = useCallKeys('claims.create');
  const [isWorking, setWorking] = useState(false);
  const { run, busy } = useAction(
    async (codeIds: string[], reason: ClaimReason, note: string, photo: ChosenPhoto | null) => {
      const pictureId = photo ? await sendPhoto(photo) : null;
      const body = { codeIds, reason, note, pictureId };
      return keys.withKey(JSON.stringify(body), (key) =>
        api.claims.create({ params: { id: purchaseId }, body, key }),
      );
    },
    {
      success: ({ result }) => [words.sent(result.items.length)],
      failure: words.failed,
      lost: lostText,
      refreshes: ['claims'],
      onDone: onClose,
    },
  );
  /** A code of a draft may have been claimed meanwhile. */
  const known = (ids: readonly string[]) => ids.filter((one) => codes.some(({ id }) => id === one));
  const form = useForm({
    initial: {
      codeIds: codes.length === 1 ? codes.map(({ id }) => id) : [],
      reason: 'invalid' as string,
      note: '',
      photo: null as ChosenPhoto | null,
    },
    onSubmit: ({ codeIds, reason, note, photo }) =>
      run(known(codeIds), reason as ClaimReason, note.trim(), photo),
    unsaved: { draft: `claim-${purchaseId}`, secret: ['photo'] },
  });
  const ticked = known(form.values.codeIds);
  const tick = (id: string, isTicked: boolean) =>
    form.set({ codeIds: isTicked ? [...ticked, id] : ticked.filter((one) => one !== id) });
  return (
    <Form form={form}>
      {of > 1 && (
        <fieldset className="column gap-6">
          <legend>{words.codes}</legend>
          {codes.map(({ id, ...code }) => (
            <Checkbox key={id} checked={ticked.includes(id)} onChange={(isTicked) => tick(id, isTicked)}>
              <NamedCode {...code} of={of} />
            </Checkbox>
          ))}
        </fieldset>
      )}
      <SelectField label={words.reason} options={reasons} {...form.field('reason')} />
      <TextAreaField
        label={claims.note}
        hint={words.noteHint}
        rows={2}
        maxLength={limits.claimNoteLength}
        {...form.field('note')}
      />
      <PhotoField
        title={words.photo}
        preview={words.photoPreview}
        photo={form.values.photo}
        disabled={busy}
        onChange={(photo) => form.set({ photo })}
        onWorking={setWorking}
      />
      <FormButtons
        submit={words.send(ticked.length)}
        busy={busy}
        disabled={ticked.length === 0 || isWorking}
        onCancel={onClose}
      />
    </Form>
  );
}
