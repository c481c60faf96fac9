import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bank } from '../../../../locale/src/fr/screens/bank.ts';
import { render } from '../../../tests/render.tsx';
import { TableSource } from './table-source.tsx';

type Sheets = Parameters<typeof writeXlsx>[0]['sheets'];

/** Shows the cells of what was read, after a workbook was chosen. */
async function choose(sheets: Sheets) {
  render(
    <TableSource words={bank.import} draft="table-source-test">
      {(grid) => <output>{grid.rows.map(({ cells }) => cells.join(' | ')).join(' / ')}</output>}
    </TableSource>,
  );
  const file = new File([new Uint8Array(await writeXlsx({ sheets }))], 'releve.xlsx');
  await page.getByLabelText('Choisir un fichier').upload(file);
}
const read = () => page.getByRole('status');

// Turned red by: the three decimals of a formula written with a point, which groups thousands in an amount: 486.875 read as 486 875.
test('an amount that a formula of a workbook computed is read in whole centimes [PRC-43]', async () => {
  await choose([
    {
      name: 'Tarif',
      rows: [
        ['Offre', 'Prix'],
        ['60 UC', 475 * 1.025],
        ['325 UC', 0.1 + 0.2],
        ['660 UC', 1_200],
      ],
    },
  ]);
  await expect.element(read()).toHaveTextContent('60 UC | 486.88 / 325 UC | 0.3 / 660 UC | 1200');
});

// Turned red by: the longest sheet read alone, without a word about the others.
test('of a workbook with several sheets the one that is read is named, and another can be chosen [REC-07]', async () => {
  const month = (name: string, ...days: string[]) => ({
    name,
    rows: [['Date', 'Montant'], ...days.map((day) => [day, '500'])],
  });
  await choose([
    month('Janvier', '04/01/2026'),
    month('Février', '02/02/2026', '03/02/2026'),
    { name: 'Notes', rows: [] },
  ]);
  const sheet = page.getByLabelText('Feuille de « releve.xlsx »');
  await expect.element(sheet).toHaveDisplayValue('Février');
  await expect.element(read()).toHaveTextContent('02/02/2026 | 500 / 03/02/2026 | 500');
  await sheet.selectOptions('Janvier');
  await expect.element(read()).toHaveTextContent('04/01/2026 | 500');
  await expect.element(page.getByRole('option', { name: 'Notes' })).not.toBeInTheDocument();
});
