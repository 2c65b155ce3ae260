import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef } from 'react';
import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { AppLink } from '../../../../engine/react/parts/AppLink.tsx';
import { nameOfId, type Place, type Use } from './design.ts';
import { Findings } from './Findings.tsx';
import { problemsAt, useWord, useWorkbench } from './model.ts';
import { NodeForm } from './NodeForm.tsx';
import { Required } from './Required.tsx';
import { type DesignNode, keyOf, layoutOf, wordsKeyOf } from './tree.ts';
import { labelOfKey, Words } from './Words.tsx';

interface InspectorProps {
  node: DesignNode;
  toolbar: ReactNode;
  /** Moves the focus here, because the node was chosen elsewhere. */
  hasFocus: boolean;
}

/** Everything about one node: its texts, its properties, and its uses. */
export const Inspector = observer(function Inspector({ node, toolbar, hasFocus }: InspectorProps) {
  const word = useWord();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus, node.key]);
  return (
    <section className="designer-inspector" aria-label={node.name}>
      <header>
        <p className="designer-hint">{word(`kind.${node.kind}`)}</p>
        <h2 ref={heading} tabIndex={-1}>
          {node.name}
        </h2>
        {node.kind !== 'group' && <p className="designer-hint">{node.hint}</p>}
      </header>
      {toolbar}
      {node.kind !== 'group' && <Sections key={node.key} node={node} />}
    </section>
  );
});

const Sections = observer(function Sections({ node }: { node: DesignNode }) {
  const { design, session } = useWorkbench();
  const word = useWord();
  const schema = design.schema(node);
  const { kind, file, pointer } = node;
  const known = Object.keys(schema?.properties ?? {});
  // Problems of a property with a control are shown at that control.
  const own = problemsAt(session.problems, node).filter((problem) => {
    const [first = ''] = problem.pointer.slice(pointer.length + 1).split('/');
    return problem.pointer === pointer || !known.includes(first) || inside.includes(first);
  });
  return (
    <>
      <Findings problems={own.filter((problem) => kind !== 'screen' || !problem.pointer.startsWith('/blocks/'))} />
      <NodeWords node={node} />
      {kind === 'field' && <Required file={file} name={pointer.slice(pointer.lastIndexOf('/') + 1)} />}
      {kind === 'code' && <Withdrawn node={node} />}
      {schema && kind !== 'code' && (
        <section className="designer-section">
          <h3>{word(kind === 'field' || kind === 'part' ? 'section.answer' : 'section.properties')}</h3>
          <NodeForm place={node} schema={schema} without={inside} />
        </section>
      )}
      {kind === 'field' && (
        <Asked place={{ file: layoutOf(file), pointer: pointerTo('/fields', pointer.slice(pointer.lastIndexOf('/') + 1)) }} />
      )}
      <Uses node={node} />
      <p className="designer-hint">
        <AppLink to={`/changes/${session.change}/files?file=${encodeURIComponent(file)}`}>{word('inFile', { file })}</AppLink>
      </p>
    </>
  );
});

/** Properties that are separate nodes or have another editor. */
const inside = ['blocks', 'steps', 'properties', 'examples', 'required', 'enum', 'x-withdrawn', 'additionalProperties'];

const NodeWords = observer(function NodeWords({ node }: { node: DesignNode }) {
  const { design } = useWorkbench();
  const word = useWord();
  const prefix = wordsKeyOf(design, node);
  if (prefix === undefined) return null;
  const isRequired = node.kind === 'field' && isListed(design.at({ file: node.file, pointer: '/required' }), node.hint);
  return (
    <section className="designer-section">
      <h3>{word('section.words')}</h3>
      {keysOf(node, prefix, design.keysUnder(prefix), isRequired).map((key) => (
        <Words key={key} textKey={key} label={labelOfKey(key === prefix ? `${key}.label` : key.slice(prefix.length))} />
      ))}
    </section>
  );
});

/** Text keys of the node itself. Those of its fields are shown at the fields. */
function keysOf({ kind, children }: DesignNode, prefix: string, keys: readonly string[], isRequired: boolean): string[] {
  if (kind === 'code') return [prefix];
  if (kind === 'screen') return [`${prefix}.title`];
  const names = new Set(children.map(({ hint }) => hint));
  const own = keys.filter((key) => !names.has(key.slice(prefix.length + 1).split('.')[0] ?? ''));
  const usual = kind === 'form' ? ['title'] : ['label', 'hint', ...(isRequired ? ['errors.required'] : [])];
  return [...new Set([...usual.map((name) => `${prefix}.${name}`), ...own])];
}

/** How the form asks for a field: its widget and the widget's options. */
const Asked = observer(function Asked({ place }: { place: Place }) {
  const { design, session } = useWorkbench();
  const word = useWord();
  const schema = design.schema(place);
  if (!schema) return null;
  const known = Object.keys(schema.properties ?? {});
  const others = problemsAt(session.problems, place).filter(
    ({ pointer }) => !known.includes(pointer.slice(place.pointer.length + 1).split('/')[0] ?? ''),
  );
  return (
    <section className="designer-section">
      <h3>{word('section.asked')}</h3>
      <Findings problems={others} />
      <NodeForm place={place} schema={schema} />
    </section>
  );
});

const isListed = (list: unknown, item: unknown): boolean => Array.isArray(list) && list.includes(item);

function Withdrawn({ node: { file, pointer } }: { node: DesignNode }) {
  const { design, mayEdit, edit } = useWorkbench();
  const word = useWord();
  const code = design.at({ file, pointer });
  const list = design.at({ file, pointer: '/x-withdrawn' });
  const size = Array.isArray(list) ? list.length : 0;
  return (
    <label className="designer-check">
      <input
        type="checkbox"
        checked={isListed(list, code)}
        disabled={!mayEdit}
        onChange={({ target }) =>
          void edit(word('did.set', { what: word('withdrawn') }), (scratch) => {
            if (target.checked) scratch.insert(file, '/x-withdrawn', size, code);
            else if (size === 1) scratch.remove(file, '/x-withdrawn');
            else scratch.removeFrom(file, '/x-withdrawn', code);
          })
        }
      />{' '}
      {word('withdrawn')}
    </label>
  );
}

const mostUses = 30;

/** Where the rest of the application refers to a node. */
const Uses = observer(function Uses({ node }: { node: DesignNode }) {
  const { design, select } = useWorkbench();
  const word = useWord();
  const uses = usesOfNode(node, (kinds, id) => design.usesOf(kinds, id), design.object(node.file)).filter(
    ({ file }) => file !== layoutOf(node.file),
  );
  if (!['form', 'screen', 'field', 'enum', 'flow'].includes(node.kind)) return null;
  return (
    <section className="designer-section">
      <h3>{word('section.uses')}</h3>
      {uses.length === 0 && <p className="designer-hint">{word('unused')}</p>}
      <ul className="designer-uses">
        {uses.slice(0, mostUses).map((use) => (
          <li key={keyOf(use)}>
            <button type="button" className="designer-link" onClick={() => select(keyOf(use))}>
              {nameOfId(design.idOf(use.file))} <span className="designer-id">{use.file}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

function usesOfNode(
  { kind, file, hint, pointer }: DesignNode,
  find: (kinds: readonly string[], id: string) => Use[],
  value: Readonly<Record<string, unknown>>,
): Use[] {
  const id = String(value['id']);
  if (kind === 'field')
    return find(['answer'], `${id}.${hint}`).filter((use) => !(use.file === file && use.pointer.startsWith(`${pointer}/`)));
  if (kind === 'screen') return [...find(['screen'], id), ...find(['route'], String(value['route']))];
  return kind === 'flow' ? find(['flow', 'subFlow'], id) : find([kind], id);
}
