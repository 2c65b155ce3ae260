import type { Widget } from '../../../engine/react/engine-context.tsx';
import { Password } from './password/Password.tsx';

export const deskWidgets: Readonly<Record<string, Widget>> = { password: { component: Password, frame: 'label' } };
