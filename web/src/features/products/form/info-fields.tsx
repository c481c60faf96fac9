import { adminProducts } from '@almas/locale/screens/admin-products';
import { productForm as words } from '@almas/locale/screens/product-form';
import type { ReactNode } from 'react';
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx';
import type { InfoDraft } from './draft.ts';
import styles from './form.module.css';
import { PictureField } from './picture-field.tsx';
import type { ProductForm } from './use-product-form.ts';

const statuses = (['active', 'inactive', 'draft'] as const).map((value) => ({
  value,
  label: adminProducts.status[value],
}));

interface InfoFieldsProps {
  readonly form: ProductForm;
  /** The game is chosen in one way on the new form, in another on the edit form (AMB-59). */
  readonly game: ReactNode;
}

export function InfoFields({ form, game }: InfoFieldsProps) {
  const { info } = form.draft;
  const text = (field: 'name' | 'category' | 'imageUrl' | 'description') => ({
    value: info[field],
    error: form.errors[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      form.setInfo({ [field]: event.currentTarget.value }),
  });
  return (
    <div className={styles.info}>
      <TextField label={words.name} required maxLength={200} {...text('name')} />
      {game}
      <TextField label={words.category} maxLength={100} {...text('category')} />
      <SelectField
        label={words.status}
        options={statuses}
        value={info.status}
        onChange={(event) => form.setInfo({ status: event.currentTarget.value as InfoDraft['status'] })}
      />
      <div className={styles.wide}>
        <PictureField form={form}>
          <TextField
            label={words.imageUrl}
            type="url"
            inputMode="url"
            hint={words.imageHint}
            maxLength={2000}
            {...text('imageUrl')}
          />
        </PictureField>
      </div>
      <div className={styles.wide}>
        <TextAreaField label={words.description} rows={3} maxLength={2000} {...text('description')} />
      </div>
    </div>
  );
}
