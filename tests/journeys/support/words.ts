import type { Page } from '@playwright/test';

/** A pattern that matches an amount such as `3 850 DA` with any kind of space: French formats use narrow ones. */
export const spaced = (text: string): RegExp =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s'));

/** Words that are frequent in English and do not exist in French. */
const english =
  /\b(the|and|with|your|you|please|loading|error|failed|cancel|save|delete|search|password|sign (in|up|out)|log(in|out)|settings|welcome|back|close|open|next|previous|submit|not found|unauthorized|balance|amount|status|user|users|pending|active|no data|settled|undefined|null|NaN)\b/i;
/** Names that the specification writes so, and a French word that is spelled like an English one. */
const names = /\b(Free Fire|PUBG Mobile|Email|Mobile Legends|Direct TopUp|L’administrateur active)\b/g;

/** Every text for readers and screen readers: texts, names of controls, placeholders, titles. */
const words = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const labels = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...labels].filter((text) => text.trim() !== '');
  });

/** The English words in the texts, titles and labels of a screen. */
export const englishWords = async (page: Page): Promise<string[]> =>
  (await words(page)).flatMap((text) => text.replace(names, '').match(english)?.[0] ?? []);
