import '@prisma/schema-engine-wasm/schema_engine_bg';

declare module '@prisma/schema-engine-wasm/schema_engine_bg' {
  /** Hands the instantiated module to its JavaScript side; left out of the package's own types. */
  export function __wbg_set_wasm(exports: Readonly<Record<string, unknown>>): void;
}
