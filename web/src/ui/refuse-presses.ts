/** How long a result takes no press, in milliseconds: the second tap of a double tap comes up to 0.9 s after the first. */
const presslessMilliseconds = 800;

/**
 * Presses on what has just been shown go nowhere: the second tap of a double tap neither closes nor answers what the first one brought.
 * @returns a function that ends it before its time
 */
export function refusePresses(element: HTMLElement): () => void {
  const { style, dataset } = element;
  style.pointerEvents = 'none';
  dataset.fresh = '';
  const end = () => {
    style.removeProperty('pointer-events');
    delete dataset.fresh;
  };
  const timer = setTimeout(end, presslessMilliseconds);
  return () => {
    clearTimeout(timer);
    end();
  };
}
