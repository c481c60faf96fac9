import { Fragment, type ReactNode } from 'react';

interface DottedProps {
  /** A falsy part is left out. */
  readonly parts: readonly ReactNode[];
}

/**
 * The parts of a line, separated by dots; a missing part has no dot. Each has its own direction: the parts after an Arabic name
 * stay behind it.
 */
export const Dotted = ({ parts }: DottedProps) =>
  parts.filter(Boolean).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other name
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </Fragment>
  ));
