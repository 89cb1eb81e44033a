/** The NFTs that the wallets have, by collection. Their pictures come from the service alone; else a card has their title. */
import { type ReactNode, useState } from 'react';
import { serviceUrl } from '../../app/base.ts';
import { useLens } from '../../app/lens/lens.ts';
import { counted, groupDigits } from '../../money/format.ts';
import { cleanName, cutName } from '../../money/names.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { AddressText, Time } from '../../parts/text.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { type HeldNft, useHeldNfts } from './held-nfts.ts';

/** Never that of another host: the service fetches pictures, where it is configured to. */
function pictureOf(image: string | null | undefined): string | null {
  const hash = /\/image\/([0-9a-f]{64})$/.exec(image ?? '')?.[1];
  return hash === undefined ? null : serviceUrl(`image/${hash}`);
}

function Card({ held }: { held: HeldNft }): ReactNode {
  const [isBroken, setIsBroken] = useState(false);
  const { nft, amount, wallet, blockchain, hash, timestamp } = held;
  const picture = isBroken ? null : pictureOf(nft.image);
  const title = cutName(cleanName(nft.name), 60) || `Number ${cutName(nft.tokenId, 20)}`;
  return (
    <li className="nft">
      <span className="nft-picture private-drawing">
        {picture === null ? (
          <span aria-hidden="true">{cutName(title, 24)}</span>
        ) : (
          <img src={picture} alt="" loading="lazy" onError={() => setIsBroken(true)} />
        )}
      </span>
      <TransactionLink to={{ hash, blockchain, wallet }}>
        <bdi>{title}</bdi>
      </TransactionLink>
      <span className="meta">
        {amount === '1' ? '' : `${groupDigits(amount)} × · `}
        <Time at={timestamp} /> · <AddressText address={wallet.address} name={wallet.ensName} />
        {held.isSpam || nft.collection.isSpam ? ' · spam' : ''}
      </span>
    </li>
  );
}

/** By collection, that of the newest first. */
function Collections({ held }: { held: readonly HeldNft[] }): ReactNode {
  const groups = Map.groupBy(
    held,
    ({ nft, blockchain }) => `${blockchain.chainId} ${nft.collection.address}`,
  );
  return [...groups].map(([key, of]) => {
    const [first] = of;
    if (first === undefined) return null;
    const { collection } = first.nft;
    const name = cutName(cleanName(collection.name), 40);
    return (
      <section key={key} className="card" aria-label={name || 'A collection without a name'}>
        <h2>
          {name ? <bdi>{name}</bdi> : <AddressText address={collection.address} />}{' '}
          <span className="meta">
            {first.blockchain.name} · {of.length}
          </span>
        </h2>
        <ul className="nfts">
          {of.map((one) => (
            <Card key={`${one.wallet.address} ${one.nft.id}`} held={one} />
          ))}
        </ul>
      </section>
    );
  });
}

function Found({ wallets, withSpam }: { wallets: readonly string[]; withSpam: boolean }): ReactNode {
  const { held, looked, count, isDone, error } = useHeldNfts(wallets);
  const shown = held.filter(({ isSpam, nft }) => withSpam || !(isSpam || nft.collection.isSpam));
  const spam = held.length - shown.length;
  return (
    <>
      {/* Each step of it would be told. */}
      <p className="for-readers" role="status">
        {isDone ? `${counted(looked, 'transfer')} looked through.` : ''}
      </p>
      <p className="meta">
        {isDone ? '' : 'Looking… '}
        {groupDigits(String(looked))} of {counted(count, 'transfer')} looked through
        {isDone && looked < count ? ': what moved before is not in it' : ''}.
      </p>
      {error === null ? null : (
        <p className="problem" role="alert">
          {error.message} Load the page anew to try again.
        </p>
      )}
      {shown.length > 0 || !isDone || error !== null ? null : (
        <Empty title="There are no NFTs here.">
          {spam > 0 ? <p>{spam} that count as spam are hidden: tick “Spam” to see them.</p> : null}
        </Empty>
      )}
      {isDone || shown.length > 0 ? null : <Skeleton rows={3} height={200} />}
      <Collections held={shown} />
    </>
  );
}

export function NftsPage(): ReactNode {
  const { wallets } = useLens();
  const [withSpam, setWithSpam] = useState(false);
  if (wallets.length === 0) return <FirstRun title="NFTs" />;
  return (
    <Page title="NFTs">
      <div className="filters">
        <label>
          <input
            type="checkbox"
            data-filter=""
            checked={withSpam}
            onChange={({ target }) => setWithSpam(target.checked)}
          />
          Spam
        </label>
      </div>
      <Found wallets={wallets} withSpam={withSpam} />
    </Page>
  );
}
