import type { Node } from '../parse.ts';
import { Atoms, type World } from './atoms.ts';
import { judge, type Truth } from './judge.ts';

/** An assumption: the expression is true, or it is not. An expression that fails is not true. */
export interface Claim {
  node: Node;
  is: boolean;
}

/**
 * `no` is a proof: the search treats the values that expressions read as independent, which allows more than ever happens. `perhaps`: there
 * are too many cases.
 */
export type Possible = 'yes' | 'no' | 'perhaps';

/** The maximum number of evaluations. A question that needs more stays open, so that a check stays fast. */
const mostTries = 1000;

/** Creates a function that answers, for one place, whether an expression can be true and whether it can be other than true. */
export function createProver(world: World): (given: readonly Claim[], node: Node) => { isTrue: Possible; isNot: Possible } {
  const atoms = new Atoms(world);
  return (given, node) => {
    atoms.begin();
    // The first evaluation discovers the atoms, and the constants that they are compared with.
    for (const claim of given) judge(claim.node, atoms);
    judge(node, atoms);
    return { isTrue: search([...given, { node, is: true }], atoms), isNot: search([...given, { node, is: false }], atoms) };
  };
}

/** Chooses a value for one open atom after another, as long as the claims are open. */
function search(claims: readonly Claim[], atoms: Atoms): Possible {
  let tries = 0;
  const from = (): Possible => {
    if (++tries > mostTries) return 'perhaps';
    atoms.wanted = undefined;
    const truth = together(claims, atoms);
    if (truth !== 'open') return truth ? 'yes' : 'no';
    const key: string | undefined = atoms.wanted;
    // All values are chosen, so an expression without a result has failed.
    if (key === undefined) return claims.every(({ node, is }) => (judge(node, atoms) === true) === is) ? 'yes' : 'no';
    let result: Possible = 'no';
    for (const value of atoms.valuesOf(key)) {
      atoms.chosen.set(key, value);
      const inner = from();
      if (inner !== 'no') result = inner;
      if (inner === 'yes') break;
    }
    atoms.chosen.delete(key);
    return result;
  };
  return from();
}

function together(claims: readonly Claim[], atoms: Atoms): Truth {
  let isOpen = false;
  for (const { node, is } of claims) {
    const truth = judge(node, atoms);
    if (truth === !is) return false;
    isOpen ||= truth === 'open';
  }
  return isOpen ? 'open' : true;
}
