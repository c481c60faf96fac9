import { createTheme, type MantineColorsTuple } from '@mantine/core';

const emerald: MantineColorsTuple = [
  '#e2f1e9',
  '#c6e5d6',
  '#9ad3ba',
  '#6ac29c',
  '#45c196',
  '#1f946c',
  '#0c7a56',
  '#066547',
  '#05523a',
  '#043b2b',
];

/** Mantine's part of the theme: its colours come from tokens.css wherever its variables allow it. */
export const theme = createTheme({
  primaryColor: 'emerald',
  primaryShade: { light: 7, dark: 4 },
  colors: { emerald },
  autoContrast: true,
  black: '#18221d',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 8,
  respectReducedMotion: true,
  cursorType: 'pointer',
});
