import { limits } from '@almas/contract/limits';
import { codes as words } from '@almas/locale/screens/codes';
import { useState } from 'react';
import { useUnsaved } from '../../platform/session/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { FormError, SelectField } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { FileIcon } from '../../ui/work-icons.tsx';
import styles from './code-source.module.css';
import { type FileReading, type Reading, readBytes } from './reader/read-codes.ts';

/** Where the codes come from: a file, or else the text. A file is kept outside the text field, since it may be long. */
export interface Source {
  readonly text: string;
  readonly file: { readonly name: string; readonly reading: Reading } | null;
}

export const noSource: Source = { text: '', file: null };

/** @throws Error with a French sentence: too large, unreadable */
async function readFile(file: File): Promise<FileReading> {
  if (file.size > limits.codeFileBytes) throw new Error(words.tooLargeFile);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(words.unreadableFile);
  });
  return readBytes(new Uint8Array(bytes));
}

/** A workbook of which one sheet is to be chosen: an offer has the codes of one. */
type Workbook = Pick<Extract<FileReading, { kind: 'sheets' }>, 'sheets'> & { readonly name: string };

interface CodeSourceProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

export function CodeSource({ source, onChange }: CodeSourceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [workbook, setWorkbook] = useState<Workbook | null>(null);
  useUnsaved({ changed: source.text.trim() !== '' || source.file !== null || workbook !== null });
  const chooseSheet = ({ name, sheets }: Workbook, index: number) => {
    const sheet = sheets[index];
    if (!sheet) return;
    setWorkbook(null);
    onChange({ ...source, file: { name: `${name} – ${sheet.name}`, reading: sheet.reading } });
  };
  const take = (file: File) =>
    readFile(file).then(
      (reading) => {
        setProblem(reading.kind === 'refused' ? words.refused[reading.reason](file.name) : null);
        setWorkbook(reading.kind === 'sheets' ? { name: file.name, sheets: reading.sheets } : null);
        if (reading.kind === 'list') onChange({ ...source, file: { name: file.name, reading } });
      },
      (error: Error) => setProblem(error.message),
    );
  const { file } = source;
  return (
    <>
      {file ? (
        <div className={`row box ${styles.file}`}>
          <FileIcon />
          <span className={styles.fileName}>{file.name}</span>
          <IconButton label={words.removeFile} onClick={() => onChange({ ...source, file: null })}>
            <CloseIcon size={18} />
          </IconButton>
        </div>
      ) : (
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
              onChange={(event) => onChange({ ...source, text: event.currentTarget.value })}
            />
          </div>
          <FileDrop
            label={words.choose}
            text={words.drop}
            overText={words.dropHere}
            accept=".txt,.csv,.tsv,.xlsx,.xls,text/plain,text/csv"
            onFile={(chosen) => void take(chosen)}
          />
          {workbook && (
            <SelectField
              label={words.sheet(workbook.name)}
              hint={words.sheetHint}
              value=""
              options={[
                { value: '', label: words.chooseSheet },
                ...workbook.sheets.map(({ name }, index) => ({ value: String(index), label: name })),
              ]}
              onChange={(event) => chooseSheet(workbook, Number(event.currentTarget.value))}
            />
          )}
        </>
      )}
      <FormError text={problem} />
    </>
  );
}
