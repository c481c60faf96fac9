/** French amounts carry narrow spaces: a pattern that takes any kind, `3 850 DA`. */
export const spaced = (text: string): RegExp =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s'));
