import { type DragEvent, useId, useState } from 'react';
import styles from './file-drop.module.css';
import { FileIcon } from './work-icons.tsx';

interface FileDropProps {
  /** The label of the button that opens the browser's file chooser. */
  readonly label: string;
  readonly text: string;
  /** Shown while a file is dragged over the field. */
  readonly overText: string;
  /** `.txt,.csv` */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly disabled?: boolean;
}

/** A drop zone for a file; the whole zone is also a button that opens the file chooser. */
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
        <span className="strong">{over ? overText : label}</span>
        <span className="dim">{text}</span>
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
          // Allows choosing the same file again after it was removed.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
