import type { Page } from '@playwright/test';

/** French amounts carry narrow spaces: a pattern that takes any kind, `3 850 DA`. */
export const spaced = (text: string): RegExp =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s'));

/** Words that an English screen cannot do without and that French does not have. */
const english =
  /\b(the|and|with|your|you|please|loading|error|failed|cancel|save|delete|search|password|sign (in|up|out)|log(in|out)|settings|welcome|back|close|open|next|previous|submit|not found|unauthorized|balance|amount|status|user|users|pending|active|no data|settled|undefined|null|NaN)\b/i;
/** Names that the specification itself writes so, and a French word that is spelled like an English one. */
const names = /\b(Free Fire|PUBG Mobile|Email|Mobile Legends|Direct TopUp|L’administrateur active)\b/g;

/** Everything that is read or read aloud: texts, names of controls, placeholders, titles. */
const words = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const spoken = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...spoken].filter((text) => text.trim() !== '');
  });

/** English words on the screen, its titles and its labels. */
export const englishWords = async (page: Page): Promise<string[]> =>
  (await words(page)).flatMap((text) => text.replace(names, '').match(english)?.[0] ?? []);
