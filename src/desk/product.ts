import { staffProduct } from '../staff/product.ts';

export const deskProduct = staffProduct(() => import('./requests.ts'), {
  decisionTrace: () => import('./blocks/decisionTrace/DecisionTrace.tsx'),
  photos: () => import('./blocks/photos/Photos.tsx'),
});
