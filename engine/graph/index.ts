export { exploredGraphs } from './explored.ts';
export { graphsOf } from './graphs.ts';
export type { Graphs } from './types.ts';
