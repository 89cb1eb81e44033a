/** The dialects by name: a new one is one file, one line here, and its name in `explorerKinds`. */
import type { ExplorerKind } from '../../definitions/chain-list.ts';
import { blockscout } from './blockscout.ts';
import type { ExplorerDialect } from './dialect.ts';
import { etherscan } from './etherscan.ts';
import { routescan } from './routescan.ts';

export const dialects = { etherscan, blockscout, routescan } satisfies Record<ExplorerKind, ExplorerDialect>;
