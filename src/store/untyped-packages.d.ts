/** What the project uses of packages that bring no types, or not all of them. */
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** A COPY … FROM STDIN: rows are written to it in COPY's text format. */
  export function from(sql: string): Writable & Submittable;
}
