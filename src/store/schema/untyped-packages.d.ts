/** What the project uses of packages that bring no types, or not all of them. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** A COPY … FROM STDIN: rows are written to it in COPY's text format. */
  export function from(sql: string): Writable & Submittable & { readonly rowCount: number };

  /** A COPY … TO STDOUT: rows in COPY's text format. */
  export function to(sql: string): Readable & Submittable;
}

declare module 'fs-native-extensions' {
  const extensions: {
    /** Locks the whole file for its open file, without waiting; false when another open file has the lock. */
    tryLock(fd: number): boolean;
  };
  export default extensions;
}
