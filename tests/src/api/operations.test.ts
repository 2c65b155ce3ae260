import { expect, test } from 'vitest';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { operations } from '../../../server/contract/operations.ts';

const quote = (text: string) => `'${text}'`;

/** The browser knows of each operation only this; the schemas stay with the server. */
function table(): string {
  const rows = Object.values<OperationDefinition>(operations).map(({ id, method, path, repeatable }) => {
    const row = [method, path, ...(repeatable ? ['repeatable'] : [])];
    return `  ${quote(id)}: [${row.map(quote).join(', ')}],`;
  });
  return [
    '/** Generated from server/contract/operations.ts by `npx vitest run tests/src/api -u`. */',
    'export const operationTable = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

test("the browser's list of operations matches the contract", async () => {
  await expect(table()).toMatchFileSnapshot('../../../src/borrower/operations.generated.ts');
});
