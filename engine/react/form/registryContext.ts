import type { Registry } from '@rjsf/utils';
import { createContext } from 'react';

/** rjsf's registry, which a theme's widget expects among its props. */
export const RegistryContext = createContext<Registry | undefined>(undefined);
