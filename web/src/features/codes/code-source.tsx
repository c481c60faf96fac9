import { limits } from '@almas/contract/limits';
import { codes as words } from '@almas/locale/screens/codes';
import { useState } from 'react';
import { useUnsaved } from '../../platform/session/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { FileIcon } from '../../ui/work-icons.tsx';
import styles from './code-source.module.css';
import { type Reading, readBytes } from './reader/read-codes.ts';

/** Where the codes come from: a file, or else the text. A file is kept outside the text field, since it may be long. */
export interface Source {
  readonly text: string;
  readonly file: { readonly name: string; readonly reading: Reading } | null;
}

export const noSource: Source = { text: '', file: null };

/** @throws Error with a French sentence: too large, unreadable */
async function readFile(file: File): Promise<Reading> {
  if (file.size > limits.codeFileBytes) throw new Error(words.tooLargeFile);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(words.unreadableFile);
  });
  return readBytes(new Uint8Array(bytes));
}

interface CodeSourceProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

export function CodeSource({ source, onChange }: CodeSourceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  useUnsaved({ changed: source.text.trim() !== '' || source.file !== null });
  const take = (file: File) =>
    readFile(file).then(
      (reading) => {
        setProblem(reading.kind === 'refused' ? words.refused[reading.reason](file.name) : null);
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
        </>
      )}
      <FormError text={problem} />
    </>
  );
}
