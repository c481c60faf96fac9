/** Limits the log lines of a kind per second, so that a flood cannot fill the disk; further lines are counted. */
export interface LineLimit<Kind> {
  /** @returns how many lines of the kind were left out since the last one, or undefined when this one is left out too */
  admit(kind: Kind): number | undefined;
}

const linesPerSecond = 20;

export function lineLimit<Kind>(now: () => number = Date.now): LineLimit<Kind> {
  const windows = new Map<Kind, { second: number; lines: number; unwritten: number }>();
  return {
    admit: (kind) => {
      const second = Math.floor(now() / 1_000);
      const window = windows.get(kind) ?? { second, lines: 0, unwritten: 0 };
      windows.set(kind, window);
      if (window.second !== second) Object.assign(window, { second, lines: 0 });
      if (window.lines >= linesPerSecond) {
        window.unwritten += 1;
        return undefined;
      }
      window.lines += 1;
      const { unwritten } = window;
      window.unwritten = 0;
      return unwritten;
    },
  };
}
