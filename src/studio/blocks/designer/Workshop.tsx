import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import type { FilesSession } from '../../files/session.ts';
import { OpenConflicts } from '../../files/OpenConflicts.tsx';
import { UnsentTexts } from '../../files/UnsentTexts.tsx';
import { UndoBar } from '../../files/UndoBar.tsx';
import { actsOn, addsAt, titleOfAdd } from './acts.ts';
import type { Design } from './design.ts';
import { DesignTree } from './DesignTree.tsx';
import { Inspector } from './Inspector.tsx';
import { useWord, WorkbenchContext } from './model.ts';
import { matching, openIn } from './nodes.ts';
import { moved } from './structure.ts';
import { useSide } from './useSide.ts';
import { useWorkshop, type WorkshopState } from './useWorkshop.ts';
import { Wizard } from './Wizard.tsx';

/** Loads lazily when somebody opens the preview. */
const SidePreview = lazy(async () => ({ default: (await import('./SidePreview.tsx')).SidePreview }));

interface WorkshopProps {
  session: FilesSession;
  design: Design;
  conditionOperation: string;
  /** Absent if there is no preview. */
  previewOperation?: string;
}

/** The tree, with the selected node or a wizard beside it. */
export const Workshop = observer(function Workshop({ session, design, conditionOperation, previewOperation }: WorkshopProps) {
  const state = useWorkshop(session, design, conditionOperation);
  const word = useWord();
  const side = useSide();
  return (
    <WorkbenchContext value={state.bench}>
      <div className="designer-bar">
        <UndoBar session={session} hasState />
        {previewOperation !== undefined && side.isPossible && (
          <Button tone="secondary" aria-expanded={side.isOpen} onClick={side.turn}>
            {side.isOpen ? word('preview.close') : word('preview.open')}
          </Button>
        )}
      </div>
      <UnsentTexts session={session} />
      <OpenConflicts session={session} />
      <output className="designer-said">{state.message}</output>
      <Panes state={state} design={design}>
        {previewOperation !== undefined && side.isPossible && side.isOpen && (
          <Suspense fallback={<p className="file-nothing">{word('starting')}</p>}>
            <SidePreview
              session={session}
              design={design}
              operation={previewOperation}
              node={state.node}
              onPicked={(key) => state.select(key)}
            />
          </Suspense>
        )}
      </Panes>
    </WorkbenchContext>
  );
});

interface PanesProps {
  state: WorkshopState;
  design: Design;
  /** Content beside the properties. */
  children: ReactNode;
}

const Panes = observer(function Panes({ state, design, children }: PanesProps) {
  const word = useWord();
  const { node, adds, bench, restructure } = state;
  const acts = node && bench.mayEdit ? actsOn({ ...state, node, design, word }) : undefined;
  const press = (event: KeyboardEvent) => {
    const act = acts?.find(({ isKey }) => isKey(event));
    // In the search field above the tree, these keys edit the text.
    if (!act || act.off || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    act.run('tree');
  };
  const toolbar = node && (
    <p className="designer-actions">
      {addsAt(design, node, bench.mayEdit).map(({ what, to }) => (
        <Button key={what} tone="secondary" onClick={() => state.setAdds({ what, to })}>
          {word(titleOfAdd[what])}
        </Button>
      ))}
      {acts?.map(({ name, off, run }) => (
        <Button key={name} tone="quiet" off={off} onClick={() => run('stays')}>
          {word(name)}
        </Button>
      ))}
    </p>
  );
  return (
    <div className="designer">
      <Side
        state={state}
        onKey={press}
        renderTree={(nodes, expanded) => (
          <DesignTree
            nodes={nodes}
            find={(key) => state.known.get(key)}
            selected={node?.key ?? ''}
            expanded={expanded}
            onSelect={(key) => state.select(key, false)}
            onExpand={state.setExpanded}
            onMove={(what, to) => restructure(word('did.move', { what: what.name }), () => moved(design, what, to), 'tree')}
          />
        )}
      />
      {adds && (
        <Wizard
          key={`${adds.what} ${adds.to.file}`}
          adds={adds.what}
          title={word(titleOfAdd[adds.what])}
          to={adds.to}
          isReopened={adds.isReopened}
          onCancel={() => state.endAdding()}
          onDone={(made) => restructure(word(titleOfAdd[adds.what]), () => made, 'inspector')}
        />
      )}
      {!adds && !node && <p className="file-nothing">{word('choose')}</p>}
      {!adds && node && <Inspector node={node} hasFocus={state.isAsked} toolbar={toolbar} />}
      {children}
    </div>
  );
});

interface SideProps {
  state: WorkshopState;
  onKey: (event: KeyboardEvent) => void;
  renderTree: (nodes: WorkshopState['all'], expanded: ReadonlySet<string>) => ReactNode;
}

/** The tree with a search field above it. */
function Side({ state: { all, expanded }, onKey, renderTree }: SideProps) {
  const word = useWord();
  const id = useId();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const nodes = wanted === '' ? all : matching(all, wanted);
  return (
    <div className="designer-side" onKeyDownCapture={onKey}>
      <search className="search">
        <label htmlFor={id}>{word('find')}</label>
        <span className="search-field">
          <Icon name="search" />
          <input id={id} type="search" value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </span>
      </search>
      {renderTree(nodes, wanted === '' ? expanded : new Set([...expanded, ...openIn(nodes)]))}
    </div>
  );
}
