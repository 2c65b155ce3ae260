import { observer } from 'mobx-react-lite';
import { Drawing } from '../../../../engine/react/parts/Drawing.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { RunningApp } from '../../app.ts';
import '../../../styles/desktop.css';

/** Side panel for visitors: the company and its help (G14). */
export const Panel = observer(function Panel({ app }: { app: RunningApp }) {
  const texts = useText();
  const { constants } = app.services.boot().settings;
  return (
    <aside className="panel">
      <p className="panel-brand">{String(constants['brand'] ?? '')}</p>
      <div className="panel-picture">
        <Drawing name="welcome" />
      </div>
      <p className="panel-text">{texts.t('common.aside.text')}</p>
      <p className="panel-support">{texts.t('common.aside.support')}</p>
    </aside>
  );
});
