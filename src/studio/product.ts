import { memoryStore } from '../app/memoryStore.ts';
import type { AppProduct } from '../app/product.ts';
import { staffProduct } from '../staff/product.ts';

const staff = staffProduct(() => import('./requests.ts'), {
  designer: () => import('./blocks/designer/Designer.tsx'),
  preview: () => import('./blocks/preview/Preview.tsx'),
  causes: () => import('./blocks/causes/Causes.tsx'),
  comments: () => import('./blocks/comments/Comments.tsx'),
  reviewScreens: () => import('./blocks/reviewScreens/ReviewScreens.tsx'),
  decisionGrid: () => import('./blocks/decisionGrid/DecisionGrid.tsx'),
  fileEditor: () => import('./blocks/fileEditor/FileEditor.tsx'),
  conditions: () => import('./blocks/conditions/Conditions.tsx'),
  flowGraph: () => import('./blocks/flowGraph/FlowGraph.tsx'),
  keepsForm: () => import('./blocks/keepsForm/KeepsForm.tsx'),
  rebase: () => import('./blocks/rebase/Rebase.tsx'),
  terms: () => import('./blocks/terms/Terms.tsx'),
  tour: () => import('./blocks/tour/Tour.tsx'),
  wordGrid: () => import('./blocks/wordGrid/WordGrid.tsx'),
});

/** Staff may share a computer, and an expired session cannot be detected offline, so nothing outlives the page. */
export const studioProduct: AppProduct = { ...staff, keptNames: ['studioData'], keptIn: memoryStore() };
