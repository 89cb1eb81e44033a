/** What is told where the service gives no answer, or refuses. */

export const notReached = 'The service cannot be reached. Is it running?';

/** What the service says of a refusal. */
export async function refusalOf(response: Response): Promise<Error> {
  const { detail }: { detail?: string } = await response.json().catch(() => ({}));
  return new Error(detail ?? `The service answered ${response.status}.`);
}
