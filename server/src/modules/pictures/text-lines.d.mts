export const lineCells: { readonly width: number; readonly height: number };
export const lineBytes: number;
export function textLines(grey: Buffer, from: { width: number; height: number }): Buffer;
