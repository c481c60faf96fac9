import { limits } from '@almas/contract/limits';
import { codeBatches } from '@almas/locale/screens/code-batches';
import { SelectField, TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useSuppliers } from '../suppliers/use-suppliers.ts';
import { type BatchDraft, newSupplier, rateOf } from './batch-draft.ts';
import styles from './batch-fields.module.css';

const words = codeBatches.fields;

interface BatchFieldsProps {
  readonly draft: BatchDraft;
  readonly onChange: (draft: BatchDraft) => void;
  /** The batch's own supplier, which may be archived. */
  readonly own?: { readonly id: string; readonly name: string } | undefined;
}

/** Supplier, cost, date and label of a batch, all of them optional. */
export function BatchFields({ draft, onChange, own }: BatchFieldsProps) {
  const suppliers = useSuppliers();
  const set = (part: Partial<BatchDraft>) => onChange({ ...draft, ...part });
  const text = (name: keyof BatchDraft) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  const isForeign = draft.currency.trim() !== '';
  return (
    <div className={styles.fields}>
      <SelectField
        label={words.supplier}
        options={[
          { value: '', label: words.noSupplier },
          ...suppliers.map(({ id, name }) => ({ value: id, label: name })),
          ...(own && !suppliers.some(({ id }) => id === own.id) ? [{ value: own.id, label: own.name }] : []),
          { value: newSupplier, label: words.newSupplier },
        ]}
        {...text('supplierId')}
      />
      {draft.supplierId === newSupplier && (
        <TextField
          label={words.supplierName}
          maxLength={limits.supplierNameLength}
          required
          {...text('supplierName')}
        />
      )}
      <MoneyField label={words.unitCost} value={draft.unitCost} onChange={(unitCost) => set({ unitCost })} />
      <TextField label={words.expiresOn} hint={words.expiresHint} type="date" {...text('expiresOn')} />
      <TextField
        label={words.currency}
        hint={words.currencyHint}
        maxLength={3}
        autoCapitalize="characters"
        {...text('currency')}
      />
      {isForeign && (
        <TextField
          label={words.rate}
          note={Number.isNaN(rateOf(draft.rate)) && words.rateBounds}
          autoComplete="off"
          inputMode="decimal"
          {...text('rate')}
        />
      )}
      <TextField
        label={words.label}
        hint={words.labelHint}
        maxLength={limits.batchLabelLength}
        {...text('label')}
      />
    </div>
  );
}
