import { Ellipsis } from 'lucide';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { icon } from './icons.tsx';
import styles from './more-actions.module.css';

const MoreIcon = icon(Ellipsis);

interface MoreActionsProps {
  /** What it opens, such as the actions of a row. */
  readonly label: string;
  /** Buttons; a press on one closes the menu first, so that the focus returns to « … » after what it opens. */
  readonly children: ReactNode;
}

const gap = 4;

/** A button « … » with further actions above the page, where no table cuts them off. Escape and a press elsewhere close them. */
export function MoreActions({ label, children }: MoreActionsProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** Under the button and as far to the end of the line as it; above it where there is no room. */
  const place = () => {
    const [at, box] = [button.current?.getBoundingClientRect(), menu.current];
    if (!at || !box) return;
    const { offsetWidth: width, offsetHeight: height } = box;
    const under = at.bottom + gap + height <= window.innerHeight;
    const [top, lowest] = [
      under ? at.bottom + gap : at.top - gap - height,
      window.innerHeight - height - gap,
    ];
    box.style.top = `${Math.max(gap, Math.min(top, lowest))}px`;
    box.style.left = `${Math.max(gap, Math.min(at.right - width, window.innerWidth - width - gap))}px`;
    box.dataset.placed = '';
  };
  useEffect(() => {
    const onResize = () => menu.current?.matches(':popover-open') && place();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  });
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        title={label}
        aria-label={label}
        popoverTarget={id}
      >
        <MoreIcon size={18} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press of a button inside bubbles */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press of a button inside bubbles, by the keyboard too */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles.menu}
        onToggle={(event) => {
          if (event.newState !== 'open') return delete event.currentTarget.dataset.placed;
          place();
          menu.current?.querySelector('button')?.focus();
        }}
        onClickCapture={() => menu.current?.hidePopover()}
        onClick={(event) => event.stopPropagation()}
      >
        {children}
      </div>
    </>
  );
}
