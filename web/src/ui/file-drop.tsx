import { type DragEvent, useId, useState } from 'react';
import styles from './file-drop.module.css';
import { FileIcon } from './work-icons.tsx';

interface FileDropProps {
  /** On the button that opens the browser's own choice of a file. */
  readonly label: string;
  readonly text: string;
  /** Said while a file is held over the field. */
  readonly overText: string;
  /** `.txt,.csv` */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly disabled?: boolean;
}

/** A place to drop a file; the whole place is also a button that asks for one. */
export function FileDrop({ label, text, overText, accept, onFile, disabled = false }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  const hold = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <label
      htmlFor={id}
      className={`${styles.drop} ${over ? styles.over : ''}`}
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileIcon size={22} />
      <span className={styles.words}>
        <span className={styles.label}>{over ? overText : label}</span>
        <span className={styles.text}>{text}</span>
      </span>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={accept}
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again after it was taken away.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
