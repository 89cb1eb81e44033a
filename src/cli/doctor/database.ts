/** The database: reach, version, schema, connections, and whether its clock is ours. */
import type { Config } from '../../config.ts';
import { errorText } from '../../errors.ts';
import { type DatabaseFacts, inspectDatabase } from '../../store/schema/inspect.ts';
import { minimumVersion } from '../../store/schema/migrate.ts';
import type { Running } from '../terminal/running.ts';
import { bytesText, type Finding, finding } from './findings.ts';

/** Kept free for whoever administers the server. */
const reservedConnections = 10;
/** Prices and blocks are told by time. */
const clockToleranceMs = 2_000;

/** `beside`: what runs on the embedded database, or the demo's. */
export async function lookAtDatabases(config: Config, beside: Running | null): Promise<Finding[]> {
  const { readUrl, dataDir } = config.database;
  const running = databaseOf(config, beside);
  const main =
    running === null
      ? [finding('database', 'ok', `embedded, not running: \`serve\` starts it in ${dataDir}`)]
      : await lookAtOne('database', running, config);
  return [
    ...main,
    ...(beside === null || running !== null
      ? []
      : await lookAtOne('database of the demo', beside.databaseUrl, config)),
    ...(readUrl === null ? [] : await lookAtOne('database for reading', readUrl, config)),
  ];
}

/** The address of the service's own database; null: it is embedded and does not run. */
export function databaseOf({ database: { url, dataDir } }: Config, beside: Running | null): string | null {
  return url ?? (beside?.dataDir === dataDir ? beside.databaseUrl : null);
}

async function lookAtOne(about: string, url: string, config: Config): Promise<Finding[]> {
  const askedAt = Date.now();
  try {
    const facts = await inspectDatabase(url);
    return findingsOf(about, facts, { config, askedAt, answeredAt: Date.now() });
  } catch (error) {
    return [finding(about, 'failed', `${errorText(error)}. Correct DATABASE_URL, or start the database`)];
  }
}

interface Circumstances {
  config: Config;
  /** Our clock before and after the question. */
  askedAt: number;
  answeredAt: number;
}

/** What the facts mean for this configuration. */
export function findingsOf(
  about: string,
  facts: DatabaseFacts,
  { config, askedAt, answeredAt }: Circumstances,
): Finding[] {
  const text = `PostgreSQL ${facts.version}, ${bytesText(facts.bytes)}${facts.isReadOnly ? ', read-only' : ''}`;
  const found = [finding(about, 'ok', text), ...schemaFindings(about, facts)];
  if (Number.parseInt(facts.version, 10) < minimumVersion) {
    found[0] = finding(about, 'failed', `${text}: PostgreSQL ${minimumVersion} or newer is needed`);
  }
  const wanted = config.database.connections + reservedConnections;
  if (facts.maximumConnections < wanted) {
    found.push(
      finding(
        about,
        'warning',
        `it allows ${facts.maximumConnections} connections, and this process alone takes up to ${config.database.connections}: raise max_connections or lower DATABASE_CONNECTIONS`,
      ),
    );
  }
  // Somewhere between question and answer it looked at its clock.
  const behind = askedAt - facts.now;
  const ahead = facts.now - answeredAt;
  const apart = Math.max(behind, ahead, 0);
  found.push(
    apart <= clockToleranceMs
      ? finding('clock', 'ok', 'this machine and the database agree')
      : finding(
          'clock',
          'warning',
          `this machine is ${Math.round(apart / 1000)} s ${behind > ahead ? 'ahead of' : 'behind'} the database: let both follow a time server`,
        ),
  );
  return found;
}

function schemaFindings(about: string, { nextMigration, isReadOnly }: DatabaseFacts): Finding[] {
  if (nextMigration === null) return [];
  return isReadOnly
    ? [
        finding(
          about,
          'failed',
          `it lacks the migration ${nextMigration}, and is read-only: start this version on the primary first`,
        ),
      ]
    : [
        finding(
          about,
          'ok',
          `its schema is older: \`serve\` and \`migrate\` apply ${nextMigration} and what follows`,
        ),
      ];
}
