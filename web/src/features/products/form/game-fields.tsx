import { productForm as words } from '@almas/locale/screens/product-form';
import { gameSuggestions, productTemplates } from '@almas/locale/screens/product-templates';
import { useId } from 'react';
import { SelectField, TextField } from '../../../ui/field.tsx';

interface FreeGameProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (game: string) => void;
}

/** Any game, with the usual ones to pick from. */
export function FreeGame({ label, value, error, onChange }: FreeGameProps) {
  const list = useId();
  return (
    <div>
      <TextField
        label={label}
        required
        maxLength={100}
        list={list}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
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
