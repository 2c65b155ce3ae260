import type { BlockValue } from '../../../config/screen.ts';
import { Blocks } from '../../screen/Blocks.tsx';
import type { GroupOptions } from './definition.ts';

export function Group({ block }: { block: BlockValue & GroupOptions }) {
  const { blocks, look = 'stack' } = block;
  return (
    <div className={`group group-${look}`}>
      <Blocks blocks={blocks as BlockValue[]} />
    </div>
  );
}
