import { icons as engineIcons } from '../../engine/react/parts/icons.ts';
import { productIcons } from '../ui/icons.ts';

/** The engine's icons and the product's. */
export const icons: Readonly<Record<string, string>> = { ...engineIcons, ...productIcons };
