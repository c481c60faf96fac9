import { codes as words } from '@almas/locale/screens/codes';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { FormError, SelectField } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { FileIcon } from '../../ui/work-icons.tsx';
import { type CodeFile, codesIn, likelyColumn, markedList, pastedTable, readCodeFile } from './code-file.ts';
import styles from './code-source.module.css';

/** The source of the codes: typed or pasted text, or a file. A file is kept outside the text field, since it may be long. */
export interface Source {
  readonly text: string;
  /** The column of the codes when the text is a table; null: the likely one. */
  readonly column: number | null;
  readonly file: CodeFile | null;
}

export const noSource: Source = { text: '', column: null, file: null };

/** The text as a table with its column of codes; null when it is a plain list. */
function tableOf({ text, column }: Source) {
  const table = pastedTable(text) ?? markedList(text);
  return table && { table, column: column ?? likelyColumn(table) };
}

export function entriesOf(source: Source): string[] {
  const pasted = tableOf(source);
  return [...(pasted ? codesIn(pasted) : [source.text]), ...(source.file ? codesIn(source.file) : [])];
}

interface CodeSourceProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

export function CodeSource({ source, onChange }: CodeSourceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const pasted = tableOf(source);
  // Asks first for typed text, which may have been copied from cards by hand; a file can simply be chosen again.
  useUnsaved({ changed: source.text.trim() !== '' });
  const take = (file: File) =>
    readCodeFile(file).then(
      (read) => {
        setProblem(null);
        onChange({ ...source, file: read });
      },
      (error: Error) => setProblem(error.message),
    );
  return (
    <>
      <div className={styles.text}>
        <TextAreaField
          label={words.field}
          hint={words.fieldHint}
          rows={5}
          maxLength={null}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          data-autofocus
          value={source.text}
          onChange={(event) => onChange({ ...source, column: null, text: event.currentTarget.value })}
        />
      </div>
      {pasted && (
        <div className={styles.file}>
          <CodeColumn {...pasted} onChange={(column) => onChange({ ...source, column })} />
        </div>
      )}
      {source.file ? (
        <ChosenFile file={source.file} onChange={(file) => onChange({ ...source, file })} />
      ) : (
        <FileDrop
          label={words.choose}
          text={words.drop}
          overText={words.dropHere}
          accept=".txt,.csv,text/plain,text/csv"
          onFile={(file) => void take(file)}
        />
      )}
      <FormError text={problem} />
    </>
  );
}

interface ChosenFileProps {
  readonly file: CodeFile;
  readonly onChange: (file: CodeFile | null) => void;
}

function ChosenFile({ file, onChange }: ChosenFileProps) {
  return (
    <div className={styles.file}>
      <div className={styles.fileHead}>
        <FileIcon />
        <span className={styles.fileName}>{file.name}</span>
        <IconButton label={words.removeFile} onClick={() => onChange(null)}>
          <CloseIcon size={18} />
        </IconButton>
      </div>
      <CodeColumn {...file} onChange={(column) => onChange({ ...file, column })} />
    </div>
  );
}

interface CodeColumnProps extends Pick<CodeFile, 'table' | 'column'> {
  readonly onChange: (column: number) => void;
}

/** Which column of a table holds the codes, and the first ones of it. */
function CodeColumn({ table, column, onChange }: CodeColumnProps) {
  const first = codesIn({ table, column }).filter((code) => code.trim() !== '');
  return (
    <>
      {table.heads.length > 1 && (
        <SelectField
          label={table.isList ? words.linePart : words.column}
          value={String(column)}
          options={table.heads.map((head, index) => ({
            value: String(index),
            label: table.isList ? head : words.columnName(index + 1, head),
          }))}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
      )}
      {first.length > 0 && (
        <p className={styles.first}>
          {words.firstCodes} : <code>{first.slice(0, 3).join(', ')}</code>
        </p>
      )}
    </>
  );
}
