/** Which errors say that the database, not the request, was at fault: they pass when it is back. */

/**
 * SQLSTATE classes: 08 connection, 53 out of resources, 57P the server ends or starts, 40 a transaction that lost a race.
 * Source: PostgreSQL manual, appendix A.
 */
const passingStates = /^(08|53|57P|40)/;
const passingSystemErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

/** True for a lost, refused or exhausted connection and for a transaction that may simply be tried again. */
export function isDatabaseFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (passingStates.test(code) || passingSystemErrors.has(code)) return true;
  // node-postgres throws these without a code.
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}
