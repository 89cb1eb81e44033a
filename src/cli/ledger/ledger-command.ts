/** wallet-data ledger */
import { type Command, CommanderError } from 'commander';
import { runLedgerCommand } from './ledger.ts';

export function addLedgerCommand(program: Command): void {
  program
    .command('ledger')
    .description('The accounting engine as a filter: NDJSON movements in, NDJSON matches and balances out')
    .requiredOption('--method <method>', 'FIFO, LIFO, WAC or HIFO')
    .option('--at <time>', 'leave out what came after this moment (ISO 8601)')
    .option('--period <period>', 'what total_realized_pnl covers: D W M 3M YTD 1YR MAX', 'MAX')
    .action(async (options: { method: string; at?: string; period: string }) => {
      const exitCode = await runLedgerCommand({
        input: process.stdin,
        output: process.stdout,
        errorOutput: process.stderr,
        ...options,
      });
      if (exitCode !== 0) throw new CommanderError(exitCode, 'wallet-data.ledger', 'bad input');
    });
}
