/** The dialects by name: a new one is one file and one line here. */
import type { ExplorerKind } from '../chain-list.ts';
import type { ExplorerDialect } from './dialect.ts';
import { blockscout } from './dialects/blockscout.ts';
import { etherscan } from './dialects/etherscan.ts';
import { routescan } from './dialects/routescan.ts';

export const dialects = { etherscan, blockscout, routescan } satisfies Record<ExplorerKind, ExplorerDialect>;
