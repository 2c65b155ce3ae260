import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { PictureStepsOptions } from './definition.ts';
import { pictures } from './pictures.tsx';
import '../../../styles/blocks/pictureSteps.css';

/** The text is complete without the drawings. */
export const PictureSteps = observer(function PictureSteps({ block }: { block: BlockValue & PictureStepsOptions }) {
  const { text } = useScope();
  const { items } = block;
  return (
    <ol className="picture-steps">
      {items.map(({ text: words, picture }, index) => (
        <li key={words.key} className="picture-step">
          <svg className="picture" viewBox="0 0 120 72" aria-hidden="true">
            {pictures[picture]}
          </svg>
          <span className="picture-words">
            <span className="picture-number" aria-hidden="true">
              {index + 1}
            </span>
            <span>{text(words)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
});
