import { laterBlocks } from '../../screen/laterBlocks.tsx';

/** The components of definitions.ts. They are not in the code of an application that does not register them. */
export const workplaceComponents = laterBlocks({
  facts: () => import('../facts/Facts.tsx'),
});
