import { codes } from '@almas/locale/screens/codes';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useDraft, useUnsaved } from '../../platform/session/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { FormError, SelectField } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { FileIcon } from '../../ui/work-icons.tsx';
import { decode } from '../codes/reader/decode.ts';
import type { SourceGrid } from '../codes/reader/grid.ts';
import { type IsHeading, readTable } from '../codes/reader/table.ts';
import type { WorkbookSheet } from '../codes/reader/workbook.ts';
import styles from './table-source.module.css';

interface TableSourceProps {
  readonly words: {
    readonly paste: string;
    readonly pasteHint: string;
    readonly choose: string;
    readonly drop: string;
    readonly dropHere: string;
    readonly removeFile: string;
    /** Under the field, for a text or a file without a table. */
    readonly noTable: string;
    readonly unreadableFile: string;
  };
  /** The name under which what was pasted or chosen is kept (useUnsaved): of a use whose tables are not secret. */
  readonly draft: string;
  /** Which row names the columns, where the words of lists of codes do not tell. */
  readonly isHeading?: IsHeading;
  /** What is done with a table that was read. `fileName` is '' for a pasted one; `clear` takes it away. */
  readonly children: (grid: SourceGrid, fileName: string, clear: () => void) => ReactNode;
}

interface ReadFile {
  readonly name: string;
  readonly grid: SourceGrid;
  /** Of a workbook with several: all that hold something, and the name of the one whose grid is read. */
  readonly sheets?: readonly WorkbookSheet[];
  readonly sheet?: string;
}

/** @throws Error for a file that cannot be read; null: it holds no table */
async function readFile(file: File, isHeading: IsHeading | undefined): Promise<ReadFile | null> {
  const { name } = file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const decoded = decode(bytes);
  if (decoded.kind === 'refused') throw new Error(decoded.reason);
  if (decoded.kind === 'text') {
    const grid = readTable(decoded.text, isHeading);
    return grid && { name, grid };
  }
  const { longestSheet, readSheets } = await import('../codes/reader/workbook.ts');
  const all = await readSheets(bytes, 'amounts', isHeading);
  const longest = longestSheet(all);
  const sheets = all.filter(({ grid }) => grid.rows.length > 0);
  return longest
    ? { name, grid: longest.grid, ...(sheets.length > 1 && { sheets, sheet: longest.name }) }
    : null;
}

/** The longest table that is kept, in characters: the storage of a tab has 5 MB for all drafts. */
const longestDraft = 200_000;

interface Source {
  readonly text: string;
  readonly file: ReadFile | null;
}

/** A table that is pasted, chosen or dropped: text, CSV or XLSX. Unsaved until it is cleared. */
export function TableSource({ words, draft, isHeading, children }: TableSourceProps) {
  const [source, setSource] = useDraft<Source>(draft, { text: '', file: null });
  const { text, file } = source;
  const setText = (typed: string) => setSource((before) => ({ ...before, text: typed }));
  const setFile = (chosen: Source['file']) => setSource((before) => ({ ...before, file: chosen }));
  const [problem, setProblem] = useState<string | null>(null);
  const pasted = useMemo(() => (text.trim() === '' ? null : readTable(text, isHeading)), [text, isHeading]);
  const grid = file?.grid ?? pasted;
  // The other sheets of a workbook are not kept.
  const kept = useMemo(() => ({ text, file: file && { name: file.name, grid: file.grid } }), [text, file]);
  const isShort = useMemo(() => JSON.stringify(kept).length <= longestDraft, [kept]);
  useUnsaved({
    changed: text.trim() !== '' || file !== null,
    draft: isShort ? { name: draft, value: kept } : undefined,
  });
  const take = (chosen: File) =>
    readFile(chosen, isHeading).then(
      (read) => {
        setProblem(read ? null : words.noTable);
        if (read) setFile(read);
      },
      () => setProblem(words.unreadableFile),
    );
  const chooseSheet = (sheet: string) => {
    const found = file?.sheets?.find(({ name }) => name === sheet);
    if (file && found) setFile({ ...file, grid: found.grid, sheet });
  };
  const clear = () => setSource({ text: '', file: null });
  return (
    <>
      {file ? (
        <div className={`row gap-10 anywhere ${styles.file}`}>
          <FileIcon />
          <span>{file.name}</span>
          <IconButton label={words.removeFile} onClick={() => setFile(null)}>
            <CloseIcon size={18} />
          </IconButton>
        </div>
      ) : (
        <>
          <TextAreaField
            label={words.paste}
            hint={words.pasteHint}
            rows={5}
            maxLength={null}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <FileDrop
            label={words.choose}
            text={words.drop}
            overText={words.dropHere}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
            onFile={(chosen) => void take(chosen)}
          />
        </>
      )}
      {file?.sheets && (
        <SelectField
          label={codes.sheet(file.name)}
          value={file.sheet ?? ''}
          options={file.sheets.map(({ name }) => ({ value: name, label: name }))}
          onChange={(event) => chooseSheet(event.currentTarget.value)}
        />
      )}
      <FormError text={problem ?? (text.trim() !== '' && !pasted && !file ? words.noTable : null)} />
      {grid && (
        <Fragment key={file ? `${file.name}\n${file.sheet ?? ''}` : text}>
          {children(grid, file?.name ?? '', clear)}
        </Fragment>
      )}
    </>
  );
}
