import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import styles from './combobox.module.css';

/** What the field of a combobox takes. */
interface ComboboxField {
  readonly role: 'combobox';
  readonly autoComplete: 'off';
  readonly 'aria-autocomplete': 'list';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly 'aria-activedescendant': string | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onInput: () => void;
  readonly onBlur: () => void;
}

interface ComboboxProps<Option> {
  /** The field, which keeps the focus. */
  readonly field: (props: ComboboxField) => ReactNode;
  /** Those that match what is typed. */
  readonly options: readonly Option[];
  /** Names the list for a screen reader. */
  readonly label: string;
  readonly option: (option: Option) => ReactNode;
  readonly onChoose: (option: Option) => void;
  /**
   * `suggest`: any text counts, the options are over the page after input or an arrow key. `pick`: one of the options is chosen, the
   * first is active, and they are part of the page.
   */
  readonly kind: 'suggest' | 'pick';
  /** Of `pick`: after Escape. */
  readonly onClear?: () => void;
  /** Read aloud, and shown under a `pick`: how many options there are, or why there is none. */
  readonly status: (shown: number) => string;
}

/** A field with a list of options, after the ARIA pattern: arrow keys move, Enter chooses, Escape closes. */
export function Combobox<Option extends { readonly id: string }>({
  field,
  options,
  label,
  option,
  onChoose,
  kind,
  onClear,
  status,
}: ComboboxProps<Option>) {
  const id = useId();
  const first = kind === 'pick' ? 0 : -1;
  const [isOpen, setOpen] = useState(false);
  const [position, setPosition] = useState(first);
  const isShown = options.length > 0 && (kind === 'pick' || isOpen);
  const active = isShown ? options[Math.min(position, options.length - 1)] : undefined;
  const activeId = active && `${id}-${active.id}`;
  // A long list scrolls with the arrow keys; the field keeps the focus.
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const reset = (open: boolean) => {
    setOpen(open);
    setPosition(first);
  };
  const choose = (chosen: Option) => {
    onChoose(chosen);
    reset(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      setOpen(true);
      const from = active ? options.indexOf(active) : step > 0 ? -1 : 0;
      setPosition((from + step + options.length) % options.length);
    } else if (event.key === 'Enter' && active) choose(active);
    else if (event.key === 'Escape' && (isShown || kind === 'pick')) {
      reset(false);
      onClear?.();
    } else return;
    // Enter does not submit the form, and Escape does not close its dialog.
    event.preventDefault();
  };
  return (
    <div className={kind === 'suggest' ? styles.suggest : undefined}>
      {field({
        role: 'combobox',
        autoComplete: 'off',
        'aria-autocomplete': 'list',
        'aria-expanded': isShown,
        'aria-controls': isShown ? id : undefined,
        'aria-activedescendant': activeId,
        onKeyDown,
        onInput: () => reset(true),
        onBlur: () => kind === 'suggest' && reset(false),
      })}
      {isShown && (
        <div id={id} role="listbox" aria-label={label} className={`lines ${styles.list}`}>
          {options.map((one) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and references the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={one.id}
              id={`${id}-${one.id}`}
              role="option"
              aria-selected={one === active}
              className={`row wrap spread ${styles.option}`}
              // The field keeps the focus, and the list stays until the press ends.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              {option(one)}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={kind === 'suggest' ? 'visually-hidden' : styles.status}>
        {status(isShown ? options.length : 0)}
      </p>
    </div>
  );
}
