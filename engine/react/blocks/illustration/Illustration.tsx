import type { BlockValue } from '../../../config/screen.ts';
import { Drawing } from '../../parts/Drawing.tsx';
import type { IllustrationOptions } from './definition.ts';

export function Illustration({ block }: { block: BlockValue & IllustrationOptions }) {
  const { name } = block;
  return <Drawing name={name} />;
}
