import { common } from '@almas/locale/screens/common';
import { setTheme, type Theme, useTheme } from '../../lib/color-scheme.ts';
import styles from './theme-choice.module.css';

const themes: readonly Theme[] = ['auto', 'light', 'dark'];

export function ThemeChoice() {
  const theme = useTheme();
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{common.theme.label}</legend>
      {themes.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={option === theme}
            onChange={() => setTheme(option)}
          />
          <span>{common.theme[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}
