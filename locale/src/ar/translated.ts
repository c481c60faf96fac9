type Plain = number | boolean | undefined | null;

/** The shape of a French text: the same names, and functions of the same figures. A sentence that is missing does not compile. */
export type Translated<T> = T extends string
  ? string
  : T extends Plain
    ? T
    : T extends (...figures: infer Figures) => infer Result
      ? (...figures: Figures) => Translated<Result>
      : { readonly [Name in keyof T]: Translated<T[Name]> };
