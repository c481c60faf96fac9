import { common } from '@almas/locale/screens/common';
import type { InputHTMLAttributes } from 'react';
import { IconButton } from './button.tsx';
import styles from './search-input.module.css';
import { ClearIcon, SearchIcon } from './work-icons.tsx';

interface SearchInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The placeholder, which says what is searched; the accessible name stays `Rechercher`. */
  readonly placeholder?: string;
}

export const SearchInput = ({ value, onChange, placeholder, ...rest }: SearchInputProps) => (
  <div className={`row ${styles.search}`}>
    <SearchIcon size={18} />
    <input
      type="search"
      aria-label={common.search}
      placeholder={placeholder ?? common.search}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    {value !== '' && (
      <IconButton label={common.clear} onClick={() => onChange('')}>
        <ClearIcon size={18} />
      </IconButton>
    )}
  </div>
);
