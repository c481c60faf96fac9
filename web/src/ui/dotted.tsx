import { Fragment, type ReactNode } from 'react';

interface DottedProps {
  /** '' and the like: missing. */
  readonly parts: readonly ReactNode[];
}

/** The parts of a line with dots between them; one that is missing leaves no dot behind. */
export const Dotted = ({ parts }: DottedProps) =>
  parts.filter(Boolean).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other name
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ));
