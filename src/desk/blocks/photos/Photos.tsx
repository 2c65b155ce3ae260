import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { PhotosOptions } from './definition.ts';
import { Photo } from './Photo.tsx';

/** The URLs of the photos, in the same order; undefined for each one that could not be fetched. */
type Addresses = readonly (string | undefined)[];

export const Photos = observer(function Photos({ block }: { block: BlockValue & PhotosOptions }) {
  const { screen, cel, text } = useScope();
  const { t } = useText();
  const id = useId();
  const [addresses, setAddresses] = useState<Addresses>();
  const [isBusy, setBusy] = useState(false);
  const found = cel(block.items);
  const items: readonly unknown[] = Array.isArray(found) ? found : [];
  if (items.length === 0) return null;

  const addressOf = async (item: unknown): Promise<string | undefined> => {
    const answer = (await screen.engine.call(block.op, screen.input(block.with, { item }))) as { url?: string };
    return answer.url;
  };
  const show = async () => {
    setBusy(true);
    try {
      setAddresses(await Promise.all(items.map(addressOf)));
    } catch (error) {
      screen.host.react(error, { retry: () => void show() });
    } finally {
      setBusy(false);
    }
  };
  const nameOf = (item: unknown) => {
    const name = String(screen.evaluate(block.name, { item }));
    const { version } = block;
    return version ? `${name}: ${t(`enums.${version.enum}.${String(screen.evaluate(version.value, { item }))}`)}` : name;
  };
  return (
    <section className="photos" aria-labelledby={id}>
      <h2 id={id} className="facts-title">
        {text(block.title)}
      </h2>
      {addresses ? (
        <div className="photos-row">
          {items.map((item, index) => (
            <Photo key={nameOf(item)} name={nameOf(item)} url={addresses[index]} onLost={() => setAddresses(undefined)} />
          ))}
        </div>
      ) : (
        <Button tone="secondary" busy={isBusy} onClick={() => void show()}>
          {t('common.blocks.photos.show', { count: items.length })}
        </Button>
      )}
    </section>
  );
});
