import { redeemLimits } from '@almas/contract/limits';
import { adminProducts } from '@almas/locale/screens/admin-products';
import { productForm as words } from '@almas/locale/screens/product-form';
import { gameSuggestions, productTemplates } from '@almas/locale/screens/product-templates';
import { type ReactNode, useId } from 'react';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import styles from './form.module.css';
import { PictureField } from './picture-field.tsx';
import type { ProductForm } from './use-product-form.tsx';

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
  return (
    <div className={`column ${styles.info}`}>
      <TextField label={words.name} required maxLength={200} {...form.field('info.name')} />
      {game}
      <TextField label={words.category} maxLength={100} {...form.field('info.category')} />
      <SelectField label={words.status} options={statuses} {...form.field('info.status')} />
      <div className={styles.wide}>
        <PictureField form={form}>
          <TextField
            label={words.imageUrl}
            type="url"
            inputMode="url"
            hint={words.imageHint}
            maxLength={2000}
            {...form.field('info.imageUrl')}
          />
        </PictureField>
      </div>
      <div className={styles.wide}>
        <TextAreaField
          label={words.description}
          rows={3}
          maxLength={2000}
          {...form.field('info.description')}
        />
      </div>
      <div className={styles.wide}>
        <TextAreaField
          label={words.redeemText}
          hint={words.redeemHint}
          rows={2}
          maxLength={redeemLimits.textLength}
          {...form.field('info.redeemText')}
        />
      </div>
      <div className={styles.wide}>
        <TextField
          label={words.redeemLink}
          type="url"
          inputMode="url"
          hint={words.redeemLinkHint}
          maxLength={redeemLimits.linkLength}
          {...form.field('info.redeemLink')}
        />
      </div>
    </div>
  );
}

interface FreeGameProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/** Any game, with the usual ones to pick from. */
export function FreeGame({ label, ...field }: FreeGameProps) {
  const list = useId();
  return (
    <div>
      <TextField label={label} required maxLength={100} list={list} {...field} />
      <datalist id={list}>
        {gameSuggestions.map((game) => (
          <option key={game} value={game} />
        ))}
      </datalist>
    </div>
  );
}

/** A game whose offers are prepared, or `autre`. */
type GameChoice = string;
export const otherGame = 'autre';

interface TemplateGameProps {
  readonly choice: GameChoice;
  readonly error: string | undefined;
  readonly onChoose: (choice: GameChoice) => void;
}

const choices = [
  { value: '', label: words.chooseGame },
  ...Object.keys(productTemplates).map((game) => ({ value: game, label: game })),
  { value: otherGame, label: words.otherGame },
];

export const TemplateGame = ({ choice, error, onChoose }: TemplateGameProps) => (
  <SelectField
    label={words.game}
    required
    hint={words.templateHint}
    options={choices}
    value={choice}
    error={error}
    onChange={(event) => onChoose(event.currentTarget.value)}
  />
);
