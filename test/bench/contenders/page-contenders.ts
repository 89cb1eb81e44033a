/** Who answers pages of 100 full transfers, how each is asked, and how its answer reads. */
import type { BenchRequest } from '../client/job.ts';
import { chainId } from '../data/layout.ts';
import { type Answer, ofGraphql, ofPostgraphile, ofRest, type Values } from '../pages/values.ts';
import { chainFragment, pageSelection } from './page-query.ts';
import type { PeerName } from './peers.ts';
import { benchKey, get, post } from './start.ts';

export interface PageContender {
  readonly name: string;
  readonly file: string;
  readonly peer?: PeerName;
  request(wallet: string): BenchRequest;
  /** The same of one chain, which is all of them here: the service remembers none of these rows. Left out: it has no such filter. */
  cold?(wallet: string): BenchRequest;
  /** The transfers in its answer, in order, as it gives them; and what one of them says. */
  list(body: Answer): readonly Answer[];
  values(transfer: Answer): Values;
}

const key = { 'x-api-key': benchKey };
export const pageQuery = (type: string): string =>
  `query Page($wallets: [${type}!]!) { transfers(wallets: $wallets) { nodes { ${pageSelection} } } } ${chainFragment}`;

const coldQuery = pageQuery('Address').replace(
  '(wallets: $wallets)',
  `(wallets: $wallets, filter: { chainIds: [${chainId}] })`,
);

const postgraphileQuery = `query Page($wallet: String!) {
  walletByAddress(address: $wallet) {
    address
    transfersByWalletId(orderBy: PRIMARY_KEY_DESC, first: 100) {
      nodes {
        position hash timestamp amount side price value priceSource fee taxTreatment spamReason
        tokenAddress tokenId counterparty
        walletByWalletId { address }
        blockchainByChainId { ...chain }
        tokenByChainIdAndTokenAddress {
          address decimals name symbol assetByAssetSlug { slug name symbol } blockchainByChainId { ...chain }
        }
        customLabelByCounterparty { name tags createdAt updatedAt }
        contractLabelByChainIdAndCounterparty { name tags }
      }
    }
  }
} ${chainFragment}`;

export const pageContenders: readonly PageContender[] = [
  {
    name: 'bare node:http + pg join + JSON.stringify',
    file: 'bare.ts',
    request: (wallet) => get('page', `/?wallet=${wallet}`),
    cold: (wallet) => get('page', `/?wallet=${wallet}&chain=${chainId}`),
    list: (body) => body.results,
    values: ofGraphql,
  },
  {
    name: 'wallet-data GraphQL',
    file: 'ours.ts',
    request: (wallet) =>
      post('page', '/graphql', { query: pageQuery('Address'), variables: { wallets: [wallet] } }, key),
    cold: (wallet) => post('page', '/graphql', { query: coldQuery, variables: { wallets: [wallet] } }, key),
    list: (body) => body.data.transfers.nodes,
    values: ofGraphql,
  },
  {
    name: 'wallet-data REST',
    file: 'ours.ts',
    request: (wallet) => get('page', `/wallet/transfer/?wallet=${wallet}`, key),
    cold: (wallet) => get('page', `/wallet/transfer/?wallet=${wallet}&blockchain=${chainId}`, key),
    list: (body) => body.results,
    values: ofRest,
  },
  {
    name: 'Mercurius 16.10.1 + JIT, same join',
    file: 'mercurius.ts',
    peer: 'mercurius',
    request: (wallet) =>
      post('page', '/graphql', { query: pageQuery('String'), variables: { wallets: [wallet] } }),
    list: (body) => body.data.transfers.nodes,
    values: ofGraphql,
  },
  {
    name: 'Yoga + Pothos + plugin-prisma 4.17.0',
    file: 'pothos-prisma.ts',
    peer: 'pothos-prisma',
    request: (wallet) =>
      post('page', '/graphql', { query: pageQuery('String'), variables: { wallets: [wallet] } }),
    list: (body) => body.data.transfers.nodes,
    values: ofGraphql,
  },
  {
    name: 'PostGraphile 5.1.5',
    file: 'postgraphile.ts',
    peer: 'postgraphile',
    request: (wallet) => post('page', '/graphql', { query: postgraphileQuery, variables: { wallet } }),
    list: (body) => body.data.walletByAddress.transfersByWalletId.nodes,
    values: ofPostgraphile,
  },
];
