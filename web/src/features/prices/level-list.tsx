import { PriceLevelInput } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import type { PriceLevel } from '@almas/contract/prices';
import { prices } from '@almas/locale/screens/prices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './prices.module.css';

const words = prices.levels;

/** The levels, with how many resellers and prices each has. */
export function LevelList() {
  const [edited, setEdited] = useState<PriceLevel | 'new' | null>(null);
  const [removed, setRemoved] = useState<PriceLevel | null>(null);
  const list = useInfiniteQuery({ ...apiPages('prices', 'levels', { query: {} }), staleTime: 0 });
  return (
    <Stack>
      <div className={styles.head}>
        <Button onClick={() => setEdited('new')}>{words.add}</Button>
        <ExportButton list="priceLevels" />
      </div>
      <p className="dim">{words.where}</p>
      <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={words.failed}>
        {(items) => (
          <ul className="column gap-12">
            {items.map((level) => (
              <li
                key={level.id}
                className={`box column gap-6 anywhere ${styles.item}`}
                data-testid="price-level"
              >
                <h3 id={`level-${level.id}`} className={styles.name} dir="auto">
                  {level.name}
                </h3>
                <p className="dim">{words.counts(level.accounts, level.prices)}</p>
                <div className={styles.actions}>
                  <Button
                    variant="secondary"
                    aria-describedby={`level-${level.id}`}
                    onClick={() => setEdited(level)}
                  >
                    {words.rename}
                  </Button>
                  <Button
                    variant="quiet"
                    aria-describedby={`level-${level.id}`}
                    onClick={() => setRemoved(level)}
                  >
                    {words.remove}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {edited && (
        <Dialog
          onClose={() => setEdited(null)}
          title={edited === 'new' ? words.add : words.renameTitle(edited.name)}
          size="sm"
        >
          <LevelForm level={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Dialog>
      )}
      {removed && <LevelRemoval level={removed} onClose={() => setRemoved(null)} />}
    </Stack>
  );
}

interface LevelFormProps {
  /** null: a new one. */
  readonly level: PriceLevel | null;
  readonly onClose: () => void;
}

function LevelForm({ level, onClose }: LevelFormProps) {
  const { run, busy } = useAction(
    ({ name }: { name: string }) =>
      level
        ? api.prices.updateLevel({ params: { id: level.id }, body: { name } })
        : api.prices.createLevel({ body: { name } }),
    {
      success: [words.saved],
      failure: words.saveFailed,
      refreshes: ['prices', 'auditTrail'],
      onDone: onClose,
    },
  );
  const form = useForm({
    initial: { name: level?.name ?? '' },
    rules: PriceLevelInput.pick({ name: true }),
    onSubmit: run,
    unsaved: { draft: `price-level-${level?.id ?? ''}` },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        maxLength={limits.priceLevelNameLength}
        required
        data-autofocus
        {...form.field('name')}
      />
      <FormButtons submit={words.save} busy={busy} onCancel={onClose} />
    </Form>
  );
}

function LevelRemoval({ level, onClose }: { readonly level: PriceLevel; readonly onClose: () => void }) {
  const { run, busy } = useAction(
    () => api.prices.removeLevel({ params: { id: level.id }, query: { accounts: level.accounts } }),
    {
      success: [words.removed],
      failure: words.removeFailed,
      refreshes: ['prices', 'auditTrail'],
      onDone: onClose,
      onFailed: onClose,
    },
  );
  return (
    <ConfirmDialog
      danger
      title={words.removeTitle(level.name)}
      confirmLabel={words.remove}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void run()}
    >
      <p>{words.removeText(level.accounts)}</p>
    </ConfirmDialog>
  );
}
