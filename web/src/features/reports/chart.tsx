import { type PlotOptions, plot } from '@observablehq/plot';
import { useLayoutEffect, useRef } from 'react';
import { useWidth } from '../../ui/use-width.ts';
import styles from './reports.module.css';

interface ChartProps {
  /** Its text alternative; the figures are in the table beside it (ui/picture.tsx). */
  readonly label: string;
  readonly height: number;
  readonly options: (width: number) => PlotOptions;
}

/** A drawing of the chart library, as wide as its place. Colours are variables of the theme, so that it follows light and dark. */
export function Chart({ label, height, options }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  useLayoutEffect(() => {
    if (width === 0) return;
    const drawing = plot({
      width,
      height,
      style: { background: 'transparent', color: 'var(--dim)', fontSize: '11px', fontFamily: 'inherit' },
      ...options(width),
    });
    place.current?.replaceChildren(drawing);
  }, [width, height, options]);
  return (
    <div role="img" aria-label={label} className={styles.chart} style={{ minHeight: height }}>
      <div ref={place} aria-hidden="true" />
    </div>
  );
}
