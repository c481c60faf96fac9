import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from '../support/source-files.ts';

/*
 * A report shows a title without its file: it is a sentence that has its own subject, whatever describe is above it.
 * Turned red by: « is for administrators », « after kill -9 of the server », « by type and by status, alone and together ».
 */
const words = (text: string) => new Set(text.trim().split(/\s+/));

/** A title that begins with one of them has no subject. */
const verbs = words(`
  is are was were has have had does do can cannot may must accepts adds allows announces appears applies approves
  asks begins belongs buys checks clears closes comes compares computes contains covers creates cuts deletes differs
  ends expires fails fills finds fits follows forgets gets gives goes greys has holds ignores judges keeps lacks
  lasts leads leaves lets locks loses makes marks merges needs never opens passes prefers prints puts raises reaches
  refuses rejects removes replaces restores runs says sees sells sends serves shows signs simulates speaks splits
  starts stays stops stores survives takes tells turns understands validates waits warns welcomes works writes`);
/** Nouns as well: a verb when the next word begins an object. */
const verbsOrNouns = words(`
  answers changes charges counts credits debits exports filters imports limits lists loads moves names notes notices
  reads recharges records releases reports returns searches sums tries updates uses`);
const objects = words(`
  a all an any by each every exactly how it its no nothing one only the them two what when where whether which who why`);
/** A title that begins with one of them continues a sentence that is missing. */
const continuations = words('and but nor or that then which whose');
/** They open a phrase, which ends with a comma before the sentence: « of 100 photos, none is stored ». */
const phrases = words('by for from of to toward towards');
/** They open a phrase as well; the comma may be left out before the subject: « on a phone the list is a sheet ». */
const openings = words(`
  about above according across after against along among around as at before behind below beneath beside besides
  between beyond despite during except if in inside into like off on once outside over past per since so than though
  through under unless until upon via whatever when whenever where whether while who with within without`);
/** They leave their subject out before a verb or an opening: « only while it waits », « both are in the list ». */
const adverbs = words('alone also always both only');
/** Before an opening quotation mark or a comma they replace a subject: « cut off in the middle is refused ». */
const participles = words('busy cut frozen imported killed moved renamed restored sent sold stopped');
const determiners = words(
  'a an the its their his her every each any all no one two another both some most nothing none what',
);

const lower = (text: string) => text.toLowerCase().split(/\s+/);
const isOpening = (word: string) => [continuations, phrases, openings].some((list) => list.has(word));
const lacksSubject = ([first = '', second = '']: readonly string[]) =>
  verbs.has(first) ||
  (verbsOrNouns.has(first) && objects.has(second)) ||
  (adverbs.has(first) && (verbs.has(second) || isOpening(second)));
const isSentence = (part: string) => {
  const all = lower(part);
  const [first = ''] = all;
  return all.length >= 3 && !lacksSubject(all) && !isOpening(first) && !/ed$/.test(first);
};
const isBareParticiple = ([first = '', second = '']: readonly string[]) =>
  participles.has(first.replace(/[,:]$/, '')) && (/[,:]$/.test(first) || isOpening(second));
const isVerb = (word: string, before: string) =>
  (verbs.has(word) || /[a-z]s$/.test(word)) && !determiners.has(before);
/** A second determiner, and a verb after it. */
function hasSubjectAfterOpening(all: readonly string[]): boolean {
  const subject = all.findIndex((word, index) => index >= 2 && determiners.has(word));
  return subject > 0 && all.some((word, index) => index >= subject + 2 && isVerb(word, all[index - 1] ?? ''));
}

/** Why a title cannot stand alone; undefined when it can. */
function faultOf(title: string): string | undefined {
  const sentence = title
    .replace(/^(P\d+, )*P\d+: /, '')
    .replace(/( ?\[[^\]]*\]| \([A-Z]\d+\))+$/, '')
    .trim();
  const all = lower(sentence);
  const [first = ''] = all;
  if (all.length < 4) return 'fewer than four words';
  if (lacksSubject(all)) return 'a verb without a subject';
  if (continuations.has(first)) return 'the end of a sentence';
  if (isOpening(first) || isBareParticiple(all))
    if (
      !sentence.split(/[,:] /).slice(1).some(isSentence) &&
      !(openings.has(first) && hasSubjectAfterOpening(all)) &&
      !/ exactly one \w+s\b/.test(sentence)
    )
      return 'an opening phrase without a comma and a sentence';
  if (/^\S+ \S+, (each )?\w+ing\b/.test(sentence)) return 'a participle instead of a verb';
  return undefined;
}

interface Title {
  readonly where: string;
  readonly title: string;
}

/** The titles of `test(…)`, `test.each(…)(…)` and their like; a placeholder in a template counts as one word. */
function titlesOf({ path, text }: SourceFile): Title[] {
  const titles: Title[] = [];
  const { program } = parseSync(path, text);
  new Visitor({
    CallExpression({ callee, arguments: [title, ...more] }) {
      if (
        more.length === 0 ||
        !/^(test|it)\b(?!\.(describe|step|use)\b)/.test(text.slice(callee.start, callee.end))
      )
        return;
      const where = `${path}:${text.slice(0, callee.start).split('\n').length}`;
      if (title?.type === 'Literal' && typeof title.value === 'string')
        titles.push({ where, title: title.value });
      if (title?.type === 'TemplateLiteral')
        titles.push({ where, title: title.quasis.map(({ value }) => value.raw).join('…') });
    },
  }).visit(program);
  return titles;
}

test('every test title is a sentence that stands alone, with a subject of its own', () => {
  const titles = sourceFiles(/\.test\.(ts|mjs)$/).flatMap(titlesOf);
  expect(titles.length).toBeGreaterThan(1_500);
  const fragments = titles.flatMap(({ where, title }) => {
    const fault = faultOf(title);
    return fault === undefined ? [] : [`${where} ${fault}: ${title}`];
  });
  expect(fragments).toEqual([]);
});

test.each([
  'is for administrators',
  'has three buttons',
  'goes on page by page [TXN-01]',
  'names one currency, and writes its amounts in one way',
  'of another account is closed to a reseller',
  'by type and by status, alone and together',
  'after kill -9 of PostgreSQL, without a restart of the server',
  'with an unknown status is inactive',
  'without a reason shows the fallback',
  'killed in the middle of a statement',
  'only while it waits [RRQ-43]',
  'alone is changed, and toggles back',
  'cut off in the middle is refused as unreadable',
  'from a page that a link opened comes back to the page before',
  'that is refused is named by its own variable',
  'at most five requests, settled in the list with the notes',
  'four filters, each showing its own [OPS-01][OPS-02]',
  'P6: loses no acknowledged operation and does none twice',
  'nothing then 9+ (P29)',
])('a title that is only a fragment is found: %s', (title) => {
  expect(faultOf(title)).toBeDefined();
});

test.each([
  'a reseller sends a recharge request',
  'after a session was ended with the keyboard, its list has the focus',
  'after a sale the application offers its installation',
  'when Ctrl-C interrupts a restore, the cluster stays as it was [DSK-01]',
  'on a phone the sidebar is a drawer that gives the focus back',
  'with PUBLIC_URL, a write is accepted from that origin alone',
  'without a network the screen of cards says that there are none',
  'of several starts at the same moment exactly one wins',
  'of 100 photos with their position, none is stored with its metadata',
  'imported codes of a new product stay on the screen',
  'imports between the folders go only in the allowed direction',
  'both buttons of a product save it without the offers',
  'only resellers and administrators pass the role rule',
  'names, comments, titles and documents use none of the words',
  'P9: a rolling restart of two servers under load fails no call',
])('a title that is a sentence is accepted: %s', (title) => {
  expect(faultOf(title)).toBeUndefined();
});
