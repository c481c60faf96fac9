import { codes as words } from '@almas/locale/screens/codes';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { FormError, SelectField, TextAreaField } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { FileIcon } from '../../ui/work-icons.tsx';
import { type CodeFile, codesIn, readCodeFile } from './code-file.ts';
import styles from './code-source.module.css';

/** Where the codes come from: typed or pasted, or a file. A file stays beside the text field, long as it may be. */
export interface Source {
  readonly text: string;
  readonly file: CodeFile | null;
}

export const noSource: Source = { text: '', file: null };
export const entriesOf = ({ text, file }: Source): string[] => (file ? [text, ...codesIn(file)] : [text]);

interface CodeSourceProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

export function CodeSource({ source, onChange }: CodeSourceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  // A list may have been typed from cards. A file is chosen again with one tap.
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
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          data-autofocus
          value={source.text}
          onChange={(event) => onChange({ ...source, text: event.currentTarget.value })}
        />
      </div>
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
  const { heads } = file.table;
  const first = codesIn(file).filter((code) => code.trim() !== '');
  return (
    <div className={styles.file}>
      <div className={styles.fileHead}>
        <FileIcon />
        <span className={styles.fileName}>{file.name}</span>
        <IconButton label={words.removeFile} onClick={() => onChange(null)}>
          <CloseIcon size={18} />
        </IconButton>
      </div>
      {heads.length > 1 && (
        <SelectField
          label={words.column}
          value={String(file.column)}
          options={heads.map((head, column) => ({
            value: String(column),
            label: words.columnName(column + 1, head),
          }))}
          onChange={(event) => onChange({ ...file, column: Number(event.currentTarget.value) })}
        />
      )}
      {first.length > 0 && (
        <p className={styles.first}>
          {words.firstCodes} : <code>{first.slice(0, 3).join(', ')}</code>
        </p>
      )}
    </div>
  );
}
