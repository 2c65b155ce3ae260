import type { Analysis } from '../compiler/analysis.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { SourceDocument } from '../compiler/project/document.ts';
import type { Texts } from '../conditions/vocabulary.ts';
import type { Flow, SubFlow, WrittenFlow } from '../config/flow.ts';
import type { FilePlace, Graph, GraphEdge, GraphNode } from './types.ts';

type Written = WrittenFlow['steps'][number];
type FormStep = SubFlow['steps'][number];

/** An edge whose end is not drawn yet. */
type Tail = Pick<GraphEdge, 'from' | 'kind'>;

export const placeIn = (document: SourceDocument, pointer: string): FilePlace => ({
  file: document.path,
  pointer,
  line: document.position(document.offset(pointer, 'value')).line,
});

interface Around {
  analysis: Analysis;
  texts: Texts;
}

/** Draws the steps of a flow with those of its sub-flows, in the order in which the engine goes through them. */
export function flowGraph(entry: Entry<Flow>, around: Around): Graph {
  const drawing = new Drawing(around);
  drawing.add({ id: 'start', kind: 'start', name: '', places: [placeIn(entry.document, '')], findings: [] }, 'next');
  const { steps } = entry.written ?? entry.value;
  steps.forEach((step, index) => drawing.step(step, entry.document, `/steps/${index}`));
  const { onComplete } = entry.value;
  const end = placeIn(entry.document, onComplete ? '/onComplete' : '');
  drawing.add({ id: 'end', kind: 'end', name: onComplete?.do ?? '', places: [end], findings: [] }, 'next');
  return { id: entry.id, kind: 'flow', nodes: drawing.nodes, edges: drawing.edges };
}

class Drawing {
  readonly nodes: GraphNode[] = [];
  readonly edges: GraphEdge[] = [];
  readonly #around: Around;
  #tails: Tail[] = [];

  constructor(around: Around) {
    this.#around = around;
  }

  /** Ends the open edges at a node, and begins one there. */
  add(node: GraphNode, kind: GraphEdge['kind']): void {
    this.nodes.push(node);
    this.#endAt(node);
    this.#tails = [{ from: node.id, kind }];
  }

  step(step: Written, document: SourceDocument, pointer: string): void {
    const steps = () => {
      if (!('subFlow' in step)) return this.#asked(step, document, pointer);
      const inner = this.#around.analysis.project.get('subFlow', step.subFlow);
      inner?.value.steps.forEach((each, index) => this.step(each, inner.document, `/steps/${index}`));
    };
    const place = placeIn(document, pointer);
    const condition = step.when;
    const chosen = () => (condition === undefined ? steps() : this.#choose({ step, condition, document, pointer }, steps));
    if (step.forEach === undefined) return chosen();
    const id = `each ${step.id}`;
    const key = `forms.${step.forEach}.label`;
    const label = this.#around.texts.get(key);
    this.add({ id, kind: 'each', name: step.id, list: step.forEach, ...(label && { label }), places: [place], findings: [] }, 'yes');
    chosen();
    // The last step leads to the next item.
    this.#endAt({ id, places: [place] });
    this.#tails = [{ from: id, kind: 'no' }];
  }

  #choose(
    { step, condition, document, pointer }: { step: Written; condition: string; document: SourceDocument; pointer: string },
    steps: () => void,
  ): void {
    const id = `choice ${step.id}`;
    this.add({ id, kind: 'choice', name: step.id, condition, places: [placeIn(document, `${pointer}/when`)], findings: [] }, 'yes');
    steps();
    this.#tails.push({ from: id, kind: 'no' });
  }

  #asked(step: FormStep, document: SourceDocument, pointer: string): void {
    const { id, route, form, kind = 'form', optional, guest, until } = step;
    const { project } = this.#around.analysis;
    const screen = project.all('screen').find(({ value }) => value.route === route);
    const files = [
      form === undefined ? undefined : project.get('form', form)?.document,
      form === undefined ? undefined : project.get('formUi', form)?.document,
      screen?.document,
    ];
    const label = this.#titleOf(form, screen?.id);
    this.add(
      {
        id: `step ${id}`,
        kind,
        name: id,
        route,
        ...(label !== undefined && { label }),
        ...(until !== undefined && { condition: until }),
        ...(optional && { isOptional: true }),
        ...(guest && { isGuest: true }),
        places: [placeIn(document, pointer), ...files.flatMap((each) => (each ? [placeIn(each, '')] : []))],
        findings: [],
      },
      'next',
    );
  }

  #titleOf(form: string | undefined, screen: string | undefined): string | undefined {
    const { texts } = this.#around;
    return (form === undefined ? undefined : texts.get(`forms.${form}.title`)) ?? texts.get(`screens.${screen}.title`);
  }

  #endAt({ id, places }: Pick<GraphNode, 'id' | 'places'>): void {
    for (const { from, kind } of this.#tails) {
      const start = this.nodes.find((node) => node.id === from);
      this.edges.push({ from, kind, to: id, places: (kind === 'next' ? places : (start?.places ?? places)).slice(0, 1), findings: [] });
    }
    this.#tails = [];
  }
}
