import { expect, test } from 'vitest';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { operations as claimOperations } from '../../../examples/claim/server/contract.ts';
import { operations } from '../../../server/contract/operations.ts';
import { deskOperations } from '../../../server/contract/staff/desk.ts';
import { studioApplicationOperations } from '../../../server/contract/staff/studioApplication.ts';

const quote = (text: string) => `'${text}'`;

/** All that the browser knows of each operation. The schemas stay on the server. */
function table(all: Readonly<Record<string, OperationDefinition>>, contract: string): string {
  const rows = Object.values(all).map(({ id, method, path, repeatable }) => {
    const row = [method, path, ...(repeatable ? ['repeatable'] : [])];
    return `  ${quote(id)}: [${row.map(quote).join(', ')}],`;
  });
  return [
    `/** Generated from ${contract} by \`npx vitest run tests/src/api -u\`. */`,
    'export const operationTable = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

test.each([
  ['', operations, 'server/contract/operations.ts', 'src/borrower'],
  ['', deskOperations, 'server/contract/staff/desk.ts', 'src/desk'],
  ['', studioApplicationOperations, 'server/contract/staff/studioApplication.ts', 'src/studio'],
  ['examples/claim/', claimOperations, 'server/contract.ts', 'src'],
])("the browser's list of operations matches the contract of ./%s", async (folder, all, contract, target) => {
  await expect(table(all, contract)).toMatchFileSnapshot(`../../../${folder}${target}/operations.generated.ts`);
});
