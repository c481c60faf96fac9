import { isDestroyedNumber, normalCode } from '@almas/contract/code-lines';
import { westernDigits } from '@almas/contract/typed-text';
import type { SourceGrid, SourceRow } from './grid.ts';
import { areAlike, gridOf, haveSerial } from './table.ts';
import { isBareCode, isMoment, isPrice, looksLikeCode } from './values.ts';
import {
  type ColumnRole,
  foldWord,
  isLabelled,
  isSentence,
  isSold,
  isSpent,
  isTotal,
  namesOffer,
  roleOfName,
} from './words.ts';

interface Line {
  readonly line: number;
  readonly text: string;
  readonly isNote?: boolean;
}

const date = '\\d{1,4}[/.\\-]\\d{1,2}[/.\\-]\\d{2,4}';
const clock = '\\d{1,2}[:h.]\\d{2}(?:[:.]\\d{2})?(?:[ \\u202f\\u00a0]?[ap]\\.?m\\.?)?';
const moment = `(?:${date}(?:,| à| at|T)?\\s+${clock}|${clock},?\\s+${date})`;
/** `[26/11/2026 14:02] Name: `, `26/11/2026, 14:02 - Name: `. */
const chatLine = new RegExp(`^\\s*(?:\\[${moment}\\]|${moment}\\s+[-–])\\s*(?:([^:]{1,60}?):\\s?)?`, 'iu');
/** `Name, [26/11/2026 14:02]` above a message. */
const chatTitle = new RegExp(`^[^\\[\\]]{0,60},?\\s*\\[${moment}\\]:?\\s*$`, 'iu');
const invisible = /\p{Cf}|\ufe0f/gu;

const linesOf = (text: string): Line[] =>
  text.split(/\r\n|[\n\r\u2028\u2029\v\f]/).map((line, index) => ({
    line: index + 1,
    text: line.replace(invisible, '').trim(),
  }));

/** Whether a text is a chat, or fields behind labels: commas and colons of it divide no columns. */
export function isMessage(text: string): boolean {
  const lines = linesOf(text.slice(0, 40_000)).filter((line) => line.text !== '');
  const marked = lines.filter(
    (line) => chatLine.test(line.text) || chatTitle.test(line.text) || fieldsOf(line.text).length > 0,
  );
  return marked.length > 0 && marked.length >= lines.length * 0.3;
}

function withoutChat(lines: readonly Line[]): Line[] {
  return lines.flatMap((line): Line[] => {
    if (isBareCode(line.text)) return [line];
    if (chatTitle.test(line.text)) return [];
    const start = chatLine.exec(line.text);
    if (!start) return [line];
    const text = line.text.slice(start[0].length).trim();
    // Without a sender it is a word of the application: « Les messages sont chiffrés ».
    return start[1] === undefined && !looksLikeCode(text)
      ? [{ line: line.line, text, isNote: true }]
      : [{ line: line.line, text }];
  });
}

const bullet = /^(?:[•▪◦‣*·–—\-→>➡►▶]+\s+|(?:\p{Extended_Pictographic}|✓)\s*)+/u;
const trailing = /(?:\s*[\p{Extended_Pictographic}✓])+$|[,;]+$/u;
const wrapped = /^(\*{1,2}|_{1,2}|`{1,3}|~|["“”«»])\s*(.+?)\s*(?:\*{1,2}|_{1,2}|`{1,3}|~|["“”«»])$/u;

const undecorated = (text: string): string =>
  isBareCode(text) || isSpent(text)
    ? text
    : text.replace(bullet, '').replace(trailing, '').replace(wrapped, '$2').trim();

const number = /^\(?(\d{1,6})\)?(?:\s*(?:[.):\]]|\u20e3|°)[\s.\-–]*|\s*[-–—/|=]\s+|\s+)(?=\S)/u;
const setOffNumber = /^\(?(\d{1,6})(?:\)|\s*(?:[.):\]°]|\u20e3)|\s*[-–—/|=]\s)/u;
/** `1) `, `(1)`, `1. `, `1: `: no code begins like that. */
const listNumber = /^\(?\d{1,4}\s*(?:(?:[)\]°]|\u20e3)[\s.:\-–]*|[.:]\s+)(?=\S)/u;
const tightNumber = /^(\d{1,4})[-/](?=\S)/u;

/** The lines of a list with such numbers, whatever their order: one code behind a number makes a list of all lines that begin with one. */
function withoutListNumbers(lines: readonly Line[]): readonly Line[] {
  const numbered = new Map<Line, string>();
  for (const line of lines) {
    const start = line.isNote || isBareCode(line.text) ? null : listNumber.exec(westernDigits(line.text));
    if (start) numbered.set(line, line.text.slice(start[0].length));
  }
  const isOfCode = (rest: string) =>
    isDestroyedNumber(rest) || westernDigits(rest).split(/\s+/u).some(looksLikeCode);
  if (![...numbered.values()].some(isOfCode)) return lines;
  return lines.map((line) => {
    const rest = numbered.get(line);
    return rest === undefined ? line : { ...line, text: undecorated(rest) };
  });
}

/** `1-CODE`, `2-CODE`, `3-CODE`: where every line has the next number, from 1 on, it is no part of the code. */
function withoutTightNumbers(lines: readonly Line[]): readonly Line[] {
  const own = lines.filter(
    ({ text, isNote }) => text !== '' && !isNote && !isSentence(text) && !isTotal(text),
  );
  const startOf = (text: string) => tightNumber.exec(westernDigits(text));
  const isList = own.every(({ text }, index) => {
    const [start = '', value] = startOf(text) ?? [];
    return value === String(index + 1) && looksLikeCode(westernDigits(text).slice(start.length));
  });
  if (!isList || own.length < 3) return lines;
  const listed = new Set(own);
  return lines.map((line) =>
    listed.has(line) ? { ...line, text: line.text.slice(startOf(line.text)?.[0].length) } : line,
  );
}

/** Lines of a numbered list: numbers that rise from line to line, also with gaps, and may begin anew. */
function withoutNumbers(given: readonly Line[]): readonly Line[] {
  const lines = withoutTightNumbers(withoutListNumbers(given));
  const own = lines.filter((line) => !line.isNote && line.text !== '');
  const numbered = own.flatMap((line) => {
    const text = westernDigits(line.text);
    const [start = '', value] = isBareCode(line.text) ? [] : (number.exec(text) ?? []);
    if (value === undefined || isDestroyedNumber(line.text)) return [];
    return [{ line, start, value: Number(value), isSetOff: setOffNumber.test(text) }];
  });
  const setOff = numbered.filter(({ isSetOff }) => isSetOff);
  const chosen = setOff.length * 2 > numbered.length ? setOff : numbered;
  const candidates = own.filter((line) => !isSentence(line.text) && !isTotal(line.text)).length;
  if (chosen.length < 2 || chosen.length < candidates * 0.6) return lines;
  const values = chosen.map(({ value }) => value);
  const [first = 0] = values;
  const falls = values.some((value, index) => value > 1 && value <= (values[index - 1] ?? 0));
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  const isShort = largest - first <= chosen.length * 3 + 20;
  const areBeforeCodes = chosen.every(({ line, start }) =>
    looksLikeCode(westernDigits(line.text.slice(start.length))),
  );
  // With a sign after the number, and one word after it, the order does not matter; small numbers are no group of a code.
  const isClear = chosen === setOff && areBeforeCodes && largest <= chosen.length * 3 + 20;
  // Without a sign after the number it could be the first group of the code.
  const isLikely = chosen === setOff || (first <= 20 && areBeforeCodes);
  if (!isClear && (falls || !isShort || !isLikely)) return lines;
  const starts = new Map(chosen.map(({ line, start }) => [line, start.length]));
  return lines.map((line) => {
    const length = starts.get(line);
    return length === undefined ? line : { ...line, text: undecorated(line.text.slice(length)) };
  });
}

interface Field {
  readonly name: string;
  readonly role: ColumnRole;
  readonly value: string;
}

const numberOfLabel = /\s*(?:n\s?[°º]\s*)?\d{1,4}$/u;

/** The label before a colon: the longest run of words that names something. */
function labelBefore(text: string): { start: number; name: string; role: ColumnRole } | null {
  const from =
    Math.max(text.lastIndexOf('|'), text.lastIndexOf(','), text.lastIndexOf(';'), text.lastIndexOf('\t')) + 1;
  const words = [...text.slice(from).matchAll(/\S+/g)].slice(-4);
  for (const word of words) {
    const start = from + word.index;
    const name = text
      .slice(start)
      .trim()
      .replace(/^[^\p{L}\p{N}#]+/u, '');
    const role = roleOfName(name) ?? roleOfName(name.replace(numberOfLabel, ''));
    if (role && /\p{L}/u.test(name)) return { start, name, role };
  }
  return null;
}

/** `SN: 5519 PIN: 7734`: the fields of a line. */
function fieldsOf(line: string): Field[] {
  if (!/[:=]/.test(line)) return [];
  const marks: { start: number; end: number; name: string; role: ColumnRole }[] = [];
  for (const sign of line.matchAll(/\s*[:=]\s*/g)) {
    const end = sign.index + sign[0].length;
    const before = marks.at(-1)?.end ?? 0;
    const label = labelBefore(line.slice(before, sign.index));
    if (label) marks.push({ ...label, start: before + label.start, end });
  }
  const [first] = marks;
  const introduction = line.slice(0, first?.start ?? 0).trim();
  // « Voici vos codes : » is a sentence above the list.
  if (first && (introduction.length > 40 || (/\p{L}/u.test(introduction) && line.length === first.end)))
    return [];
  return marks.map(({ name, role, end }, index) => ({
    name,
    role,
    value: line
      .slice(end, marks[index + 1]?.start)
      .replace(/[\s|,;/–-]+$/u, '')
      .trim(),
  }));
}

const fieldOrder: readonly ColumnRole[] = ['code', 'pin', 'serial', 'expiry', 'price'];

/** The column of a field: of those that are not read (`Statut`, `Produit`), each name has its own, which says something of the code. */
const columnOf = ({ role, name }: Field): string =>
  role === 'ignored' ? `ignored ${foldWord(name.replace(numberOfLabel, ''))}` : role;

/** Blocks of labelled lines (`SN: ...`, `PIN: ...`), each a row; other lines keep their place. */
function readBlocks(lines: readonly Line[]): SourceGrid | null {
  const names = new Map<string, string>();
  const rows: { line: number; fields: Map<string, string>; isNote?: boolean; text?: string }[] = [];
  let current = new Map<string, string>();
  let at = 0;
  let starter: string | null = null;
  let waiting: Field | null = null;
  const alone = new Map<string, number>();
  for (const { text } of lines) if (roleOfName(text)) alone.set(text, (alone.get(text) ?? 0) + 1);
  const isBegun = () => fieldOrder.some((role) => current.has(role));
  /** What stands above a block, as its product, waits for the block. */
  const flush = () => {
    if (!isBegun()) return;
    rows.push({ line: at, fields: current });
    current = new Map();
  };
  const offers = new Set<string>();
  const put = (field: Field, line: number) => {
    // A sentence is no state of one code.
    if (field.role === 'ignored' && field.value.length > 40) return;
    if (namesOffer(field.name)) offers.add(field.value);
    const column = columnOf(field);
    if (current.has(column) || column === starter) flush();
    if (field.role !== 'ignored') {
      starter ??= column;
      if (!isBegun()) at = line;
    }
    if (!names.has(column)) names.set(column, field.name.replace(numberOfLabel, ''));
    current.set(column, field.value);
  };
  for (const { line, text, isNote } of lines) {
    if (text === '') {
      if (current.has('code') || current.has('pin')) flush();
      continue;
    }
    const role = roleOfName(text);
    const fields =
      role && (alone.get(text) ?? 0) > 1
        ? [{ name: text, role, value: '' }]
        : isNote || isTotal(text)
          ? []
          : fieldsOf(text);
    if (fields.length === 0) {
      if (waiting && !isNote) put({ ...waiting, value: text }, line);
      else {
        flush();
        if (!isNote && looksLikeCode(normalCode(text))) {
          rows.push({ line, fields: new Map([...current, ['code', text]]) });
          current = new Map();
        } else rows.push({ line, fields: new Map(), isNote: true, text });
      }
      waiting = null;
    }
    for (const field of fields) {
      if (field.value === '') waiting = field;
      else {
        put(field, line);
        waiting = null;
      }
    }
  }
  flush();
  const sold: ColumnRole | undefined =
    names.has('pin') && !names.has('code')
      ? 'pin'
      : names.has('code') || offers.size > 1
        ? 'code'
        : undefined;
  if (!sold) return null;
  const used = [
    ...fieldOrder.filter((role) => names.has(role) || role === sold),
    ...[...names.keys()].filter((column) => column.startsWith('ignored ')),
  ];
  return {
    heads: used.map((column) => names.get(column) ?? ''),
    rows: rows.map(({ line, fields, isNote, text = '' }): SourceRow => {
      if (isNote) return { line, cells: [text], isNote };
      return {
        line,
        cells: used.map(
          (column) =>
            fields.get(column) ?? (column === sold && !names.has('code') ? (fields.get('code') ?? '') : ''),
        ),
      };
    }),
  };
}

const comment = /\s*[([][^)\]]{1,40}[)\]]$/u;
const partSeparators = /\s*[,;|]\s*|\s+\/\s+|\t+|\s{2,}|\s+(?:et|and|و|&)\s+/u;

/** The codes of a line that holds several, or the line without what follows its code. */
function codesOfLine(text: string): string[] {
  if (isBareCode(text) || isSpent(text)) return [text];
  for (const parts of [text.split(partSeparators), text.split(/\s+/)]) {
    const codes = parts.filter((part) => part !== '').map(undecorated);
    const [first = ''] = codes;
    if (codes.length > 1 && areAlike(codes) && first.length >= 8 && /[A-Za-z-]/.test(first)) return codes;
  }
  const bare = text.replace(comment, '').trim();
  if (bare !== text && looksLikeCode(normalCode(bare))) return [bare];
  const [, code = '', rest = ''] = /^(\S+)\s*(?:[-–—=:|]\s+)?(?<=\s)(.+)$/u.exec(text) ?? [];
  if (looksLikeCode(code) && /\p{L}|[€$]/u.test(rest) && isPrice(rest)) return [code];
  return [text];
}

/** The word that begins most lines (`PIN 7734-8100`), followed by a space alone. */
function withoutWord(lines: readonly Line[]): readonly Line[] {
  const wordOf = ({ text }: Line) => /^(\p{L}{2,12})(?::\s+|\s+)(?=\S)/u.exec(text);
  const own = lines.filter(({ text, isNote }) => text !== '' && !isNote);
  const counts = new Map<string, number>();
  for (const line of own) {
    const word = wordOf(line)?.[0];
    if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [word = '', count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const isLabel = isSold(roleOfName(word.replace(/:?\s+$/, ''))) || /:\s+$/.test(word);
  const after = own.filter(({ text }) => text.startsWith(word)).map(({ text }) => text.slice(word.length));
  if (
    count < 2 ||
    count < own.length * 0.6 ||
    !isLabel ||
    !after.every((rest) => looksLikeCode(normalCode(rest).replaceAll(' ', '')))
  )
    return lines;
  return lines.map((line) =>
    line.text.startsWith(word) ? { ...line, text: line.text.slice(word.length) } : line,
  );
}

/** What separates the parts of a line; of a colon, digits alone are before it, so that a name and its password stay one. */
const cellSeparators = /\s+[-–—/|]\s+|\s*\/\s+|(?<=^\d{6,20})\s?:\s?(?=\w{4})|\s+/u;

/** `8921300007710 MTKX-40RT-9L10Q` on each line: a serial or a date beside the code. */
function alignedRows(lines: readonly Line[]): SourceRow[] | null {
  const listed = lines.filter(
    ({ text, isNote }) => text !== '' && !isNote && !isSentence(text) && !isTotal(text),
  );
  const heads = listed[0]?.text.split(/[\s:]+/u) ?? [];
  const isHeaded = heads.length > 1 && heads.every((head) => roleOfName(head) !== undefined);
  const own = isHeaded ? listed.slice(1) : listed;
  // The first lines of most lists decide.
  if (own.slice(0, 20).filter(({ text }) => isBareCode(text)).length > 10) return null;
  const divided = own.map(({ line, text }) => ({ line, cells: text.split(cellSeparators) }));
  const [first] = divided;
  const width = first?.cells.length ?? 0;
  if (own.length < 2 || width < 2 || width > 4) return null;
  const alike = divided.filter(({ cells }) => cells.length === width);
  if (alike.length < own.length * 0.8) return null;
  const columns = Array.from({ length: width }, (_, index) => alike.map(({ cells }) => cells[index] ?? ''));
  const isLong = columns.map((cells) => cells.every((cell) => cell.length >= 7 && looksLikeCode(cell)));
  const isOther = columns.map((cells) =>
    cells.every((cell) => isMoment(cell) || /^(?:da|dzd|uc|usd|eur|cp|diamants?|diamonds?)$/i.test(cell)),
  );
  const isAmount = columns.map((cells, index) => isOther[index + 1] === true && cells.every(isPrice));
  if (!columns.every((_, index) => isLong[index] || isOther[index] || isAmount[index])) return null;
  const longCells = columns.filter((_, index) => isLong[index]);
  if (longCells.length > 1 && areAlike(longCells.map((cells) => cells[0] ?? '')) && !haveSerial(longCells))
    return null;
  return longCells.length > 0 && (longCells.length > 1 || isOther.some(Boolean))
    ? [...(isHeaded && listed[0] ? [{ line: listed[0].line, cells: heads }] : []), ...divided]
    : null;
}

const kindOf = (text: string) =>
  `${normalCode(text)
    .replace(/[A-Za-z]+/g, 'a')
    .replace(/\d+/g, '0')}${normalCode(text).length}`;

/** A serial and its code on lines of their own, without labels: two kinds of lines that take turns. */
function alternatingRows(lines: readonly Line[]): SourceRow[] | null {
  const own = lines.filter(
    ({ text, isNote }) => text !== '' && !isNote && !isSentence(text) && !isLabelled(text),
  );
  const [first, second] = own;
  if (!first || !second || own.length < 4 || own.length % 2 === 1) return null;
  const kinds = [kindOf(first.text), kindOf(second.text)];
  if (kinds[0] === kinds[1] || !own.every(({ text }, index) => kindOf(text) === kinds[index % 2]))
    return null;
  return own.flatMap(({ line, text }, index) =>
    index % 2 === 0 ? [{ line, cells: [text, own[index + 1]?.text ?? ''] }] : [],
  );
}

/** A list as it is written by hand: messages, chats, numbered lists, blocks, one code on a line or several. */
export function readLines(text: string): SourceGrid {
  const plain = withoutChat(linesOf(text)).map((line) => ({ ...line, text: undecorated(line.text) }));
  const lines = withoutWord(withoutNumbers(plain).map((line) => ({ ...line, isNote: line.isNote ?? false })));
  const blocks = readBlocks(lines);
  if (blocks) return blocks;
  const aligned = alignedRows(lines);
  const rows = aligned ?? alternatingRows(lines);
  if (rows) {
    const taken = new Set(rows.flatMap(({ line }) => line));
    const grid = gridOf(rows);
    const notes = lines.filter(
      ({ line, text: own, isNote }) =>
        own !== '' && (aligned ? !taken.has(line) : isNote || isSentence(own) || isLabelled(own)),
    );
    return { ...grid, rows: [...grid.rows, ...notes.map((note) => noteRow(note))] };
  }
  return asList(lines);
}

const noteRow = ({ line, text }: Line): SourceRow => ({ line, cells: [text], isNote: true });

function asList(lines: readonly Line[]): SourceGrid {
  const own = lines.filter(({ text }) => text !== '');
  const [first] = own;
  const isHeading = first !== undefined && roleOfName(first.text) !== undefined && own.length > 1;
  const heads = [isHeading ? first.text.replace(/\s*:$/, '') : ''];
  return {
    heads,
    rows: (isHeading ? own.slice(1) : own).flatMap((line): SourceRow[] => {
      const codes = line.isNote ? [] : codesOfLine(line.text);
      if (line.isNote || (isSentence(line.text) && !looksLikeCode(normalCode(codes[0] ?? ''))))
        return [noteRow(line)];
      return codes.map((code) => ({ line: line.line, cells: [code] }));
    }),
  };
}
