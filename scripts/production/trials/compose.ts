/** What deploy/compose.yaml says of the service, as far as a run without compose can do it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const schema = z.object({
  services: z.object({
    'wallet-data': z.object({
      environment: z.record(z.string(), z.string()),
      read_only: z.literal(true),
      tmpfs: z.tuple([z.literal('/tmp')]),
      cap_drop: z.tuple([z.literal('ALL')]),
      security_opt: z.tuple([z.literal('no-new-privileges:true')]),
      volumes: z.tuple([z.literal('data:/data')]),
    }),
    postgres: z.object({ image: z.string() }),
  }),
});

/**
 * The service's environment, with the variables filled in as compose does it. What else it asks for is what `runContainer` does with every image:
 * a file that asks for something else is refused.
 */
export function composeService(
  file: string,
  given: Readonly<Record<string, string>>,
): { environment: Record<string, string>; database: string } {
  const { services } = schema.parse(parse(readFileSync(file, 'utf8')));
  const { environment } = services['wallet-data'];
  return {
    environment: Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, filledIn(value, given)]),
    ),
    database: services.postgres.image,
  };
}

/** `${NAME:-default}` and `${NAME:?what is missing}`. */
function filledIn(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = given[name];
    if (value !== undefined) return value;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest;
  });
}
