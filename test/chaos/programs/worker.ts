/** A worker in a process of its own, for tests that kill or stop it. Its options come as JSON; it writes lines as it lives. */
import { writeCompiled } from '../../../src/processes/compiled.ts';
import { type LoaderOptions, startLoader } from '../support/loader.ts';

const options: LoaderOptions = JSON.parse(process.argv[2] ?? '{}');
await startLoader(options);
process.stdout.write('ready\n');
// The tests kill it, and start it again.
writeCompiled();
setInterval(() => process.stdout.write('tick\n'), 50);
