import { icons as engineIcons } from '../../engine/react/parts/iconPaths.ts';
import { productIcons } from '../ui/icons.ts';

export const icons: Readonly<Record<string, string>> = { ...engineIcons, ...productIcons };
