import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../tests/expectations.ts';
import { render } from '../../tests/render.tsx';
import { DecisionQueue, QueueItem } from './decision-queue.tsx';
import { DescriptionList } from './description-list.tsx';
import { Money } from './figures.tsx';

function write(direction: 'ltr' | 'rtl') {
  const { documentElement: root } = document;
  root.dir = direction;
  onTestFinished(() => root.removeAttribute('dir'));
}
const boxOf = (element: Element) => element.getBoundingClientRect();
function textOf(element: Element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

// Turned red by: an end that is that of the value's own direction, which puts it beside its name.
test.each([
  ['ltr', 'right'],
  ['rtl', 'left'],
] as const)(
  'values and amounts end at the end of their line, in whatever script they are: %s',
  (direction, end) => {
    write(direction);
    render(
      <>
        <DescriptionList
          items={[
            ['Solde', <Money key="amount" amount={120} />],
            ['Email', 'amine@exemple.dz'],
            ['Type', 'شراء'],
          ]}
        />
        <DecisionQueue label="Demandes">
          <QueueItem name="Amine" figure={<Money amount={900} />} about="" buttons={() => null} />
        </DecisionQueue>
      </>,
    );
    const values = page.css('dd').elements();
    expect(values).toHaveLength(3);
    for (const value of values) expect(textOf(value)[end]).toBeCloseTo(boxOf(value)[end], 0);
    const amount = page.getByText(/^900/).element();
    const head = page.css('li p').first().element();
    expect(boxOf(amount)[end]).toBeCloseTo(boxOf(head)[end], 0);
  },
);
