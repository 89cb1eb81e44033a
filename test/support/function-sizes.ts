/** How long functions are, measured on the syntax tree of the compiler that checks the types. */
import { isFunctionLikeDeclaration, type Node, type SourceFile } from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';

export interface MeasuredFunction {
  /** Of the file as it was given. */
  path: string;
  /** What the function or the nearest thing around it is called: a variable, a property, the function it is in. */
  name: string;
  /** From its first line (without comments above it) to its last. */
  lines: number;
}

/** The text that a node is declared under, or undefined: only functions, methods, variables and properties have one. */
function nameOf(node: Node): string | undefined {
  return 'name' in node && isNode(node.name) ? node.name.getText() : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'getText' in value;
}

function functionsOf(path: string, file: SourceFile): MeasuredFunction[] {
  const found: MeasuredFunction[] = [];
  const visit = (node: Node, around: string): void => {
    const name = nameOf(node) ?? around;
    if (isFunctionLikeDeclaration(node))
      found.push({ path, name, lines: node.getText(file).split('\n').length });
    node.forEachChild((child) => {
      visit(child, name);
    });
  };
  visit(file, '(top)');
  return found;
}

/**
 * Every function of the files: declarations, methods, accessors, arrow functions. What stands inside another counts in
 * both, so a function that makes an object of methods is as long as all of them.
 *
 * @param files texts by path, read by nothing else: imports are not followed
 */
export function measureFunctions(files: readonly { path: string; text: string }[]): MeasuredFunction[] {
  const config = {
    compilerOptions: { noLib: true, noResolve: true, types: [] },
    files: files.map(({ path }) => path),
  };
  const fs = createVirtualFileSystem({
    '/tsconfig.json': JSON.stringify(config),
    ...Object.fromEntries(files.map(({ path, text }) => [`/${path}`, text])),
  });
  const api = new API({ cwd: '/', fs });
  try {
    const [project] = api.updateSnapshot({ openProjects: ['/tsconfig.json'] }).getProjects();
    return files.flatMap(({ path }) => {
      const parsed = project?.program.getSourceFile(`/${path}`);
      if (parsed === undefined) throw new Error(`the compiler did not parse ${path}`);
      return functionsOf(path, parsed);
    });
  } finally {
    api.close();
  }
}
