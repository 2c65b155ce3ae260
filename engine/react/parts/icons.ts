import { createContext } from 'react';
import { icons } from './iconPaths.ts';

/** The available icons. An app with its own icons provides `{ ...icons, ...ownIcons }`. */
export const IconsContext = createContext(icons);
